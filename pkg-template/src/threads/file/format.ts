/** The mark of a file of threads, and the version of its form. A later version is refused. */
export const FORMAT = "ag-ui-lit/threads";
export const VERSION = 1;
