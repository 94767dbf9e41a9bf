import route from "../../server/build/script.ts?raw";
import shopTool from "../../server/shop/pay-order.ts?raw";
import chooseDessert from "../build/choose-dessert.ts?raw";
import drawTable from "../build/draw-table.ts?raw";
import sharedState from "../build/shared-state.ts?raw";
import payOrder from "../orders/pay-order.ts?raw";
import bakeBread from "../survive/bake-bread.ts?raw";
import openSurvive from "../survive/open-survive.ts?raw";
import addReminder from "../tools/add-reminder.ts?raw";
import travelTools from "../travel/travel-tools.ts?raw";
import workspaceTools from "../workspace/workspace-tools.ts?raw";
import type { SceneId } from "./scenes.js";
import { type SourceCode, sourceCode } from "./source-code.js";

/** The lines that make each scene: the files that run, and no copies of them. */
export const sources: Readonly<Record<SceneId, readonly SourceCode[]>> = {
  tools: [sourceCode("www/src/tools/add-reminder.ts", addReminder)],
  workspace: [sourceCode("www/src/workspace/workspace-tools.ts", workspaceTools)],
  travel: [sourceCode("www/src/travel/travel-tools.ts", travelTools)],
  orders: [
    sourceCode("www/src/orders/pay-order.ts, in this page", payOrder),
    sourceCode("www/server/shop/pay-order.ts, on the server", shopTool),
  ],
  survive: [
    sourceCode("www/src/survive/open-survive.ts", openSurvive),
    sourceCode("www/src/survive/bake-bread.ts", bakeBread),
  ],
  build: [
    sourceCode("www/src/build/shared-state.ts", sharedState),
    sourceCode("www/server/build/script.ts", route, "predicted"),
    sourceCode("www/src/build/choose-dessert.ts", chooseDessert),
    sourceCode("www/src/build/draw-table.ts", drawTable),
    sourceCode("www/server/build/script.ts", route, "suggestions"),
  ],
};
