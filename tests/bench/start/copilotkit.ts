import { copilotKitZod } from "../contenders/copilotkit.js";
import { run } from "./start.js";

await run(await copilotKitZod.prepare(false));
