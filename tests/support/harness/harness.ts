/** Puts the package, and what tests need beside it, where `page.evaluate` can reach it. */
import * as agUi from "ag-ui-lit";
import * as element from "ag-ui-lit/element";
import * as z from "zod";

const globals = { agUi: { ...agUi, ...element }, z };

declare global {
  var agUi: (typeof globals)["agUi"];
  var z: (typeof globals)["z"];
}

Object.assign(globalThis, globals);
