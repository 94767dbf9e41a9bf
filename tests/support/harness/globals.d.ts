import type { globals } from "./harness.js";

type Globals = typeof globals;

declare global {
  var agUi: Globals["agUi"];
  var lit: Globals["lit"];
  var vue: Globals["vue"];
  var z: Globals["z"];
  var z3: Globals["z3"];
  var zm: Globals["zm"];
  var errorOf: Globals["errorOf"];
  var resultOf: Globals["resultOf"];
  var openRealm: Globals["openRealm"];
  var v: Globals["v"];
  var mcp: Globals["mcp"];
  var arktype: Globals["arktype"];
  var openAgent: Globals["openAgent"];
  var record: Globals["record"];
  var eventTypes: Globals["eventTypes"];
  var coreMemory: Globals["coreMemory"];
}
