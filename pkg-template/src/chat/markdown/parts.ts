// stand-in: the file of the branch markdown counts
/** The parts of rendered Markdown. */
export const markdownParts = {
  paragraph: "A paragraph.",
} as const;
