declare module "commonmark-spec" {
  /** The examples of the specification; tabs are written as `→`. */
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
