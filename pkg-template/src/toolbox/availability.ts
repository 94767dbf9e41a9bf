/** Whether a tool can be used in this browser, with this page's permissions. */
export type Availability =
  | { readonly available: true }
  | {
      readonly available: false;
      /** What is missing, and what helps. */
      readonly reason: string;
    };
