import { LateModule } from "./late-module.js";

/** The elements that show calls, activities and interrupts. Until they are there their places are empty. */
export const cards = new LateModule(() =>
  Promise.all([
    import("../views/tool-card.js"),
    import("../views/activity-card.js"),
    import("../approvals/interrupt/interrupt-card.js"),
  ]),
);

/** What reads Markdown. Until it is there messages are plain text. */
export const markdown = new LateModule(() => import("./markdown/markdown-view.js"));

/** The list of threads, which the drawer shows when it is opened, and what shows a message that was found in it. */
export const threadList = new LateModule(async () => {
  const [found] = await Promise.all([
    import("./found-message.js"),
    import("../threads/view/ag-ui-threads.js"),
  ]);
  return found;
});
