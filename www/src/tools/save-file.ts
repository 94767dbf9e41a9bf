import type { ToolDefinition } from "ag-ui-lit";
import { z } from "zod";

const schema = z
  .object({
    name: z
      .string()
      .regex(/^[\w-]{1,40}\.(txt|md|csv)$/, "must be a plain name that ends in .txt, .md or .csv"),
    text: z.string().min(1).max(20_000),
  })
  // For the person who is asked.
  .meta({ title: "Save a file" });

/** Long enough for a browser to have begun its download. */
const KEPT = 60_000;

export const saveFile: ToolDefinition<z.infer<typeof schema>> = {
  name: "save_file",
  description: "Saves a text file on the visitor's computer.",
  schema,
  // What leaves the page is for the visitor to decide.
  metadata: {
    category: "action",
    approval: "always",
    preview: ({ name, text }) => ({
      kind: "text",
      text: `It would save ${name}, ${text.length.toLocaleString("en")} characters long, in your downloads.`,
    }),
  },
  handler({ name, text }) {
    const file = new Blob([text], { type: "text/plain" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
    return { name, bytes: file.size };
  },
};
