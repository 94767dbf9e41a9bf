/** Whether a tool can be used here, and why not. */
export type Availability =
  | { readonly available: true; readonly reason?: undefined }
  | { readonly available: false; readonly reason: string };
