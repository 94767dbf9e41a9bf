import type { globals, Libraries } from "./harness.js";

type Globals = typeof globals;

declare global {
  var agUi: Globals["agUi"];
  var lit: Globals["lit"];
  var z: Globals["z"];
  var errorOf: Globals["errorOf"];
  var resultOf: Globals["resultOf"];
  var openRealm: Globals["openRealm"];
  var load: Globals["load"];
  /** After `load("arktype")`. */
  var arktype: Awaited<ReturnType<Libraries["arktype"]>>;
  /** After `load("v")`. */
  var v: Awaited<ReturnType<Libraries["v"]>>;
  /** After `load("text")`. */
  var text: Awaited<ReturnType<Libraries["text"]>>;
  /** After `load("toolbox")`. */
  var toolbox: Awaited<ReturnType<Libraries["toolbox"]>>;
  /** After `load("durable")`. */
  var durable: Awaited<ReturnType<Libraries["durable"]>>;
  /** After `load("toolLog")`. */
  var toolLog: Awaited<ReturnType<Libraries["toolLog"]>>;
  /** After `load("a2a")`. */
  var a2a: Awaited<ReturnType<Libraries["a2a"]>>;
  /** After `load("views")`. */
  var views: Awaited<ReturnType<Libraries["views"]>>;
  /** After `load("words")`. */
  var words: Awaited<ReturnType<Libraries["words"]>>;
  /** After `load("approvals")`. */
  var approvals: Awaited<ReturnType<Libraries["approvals"]>>;
  /** After `load("chat")`. */
  var chat: Awaited<ReturnType<Libraries["chat"]>>;
  /** After `load("threads")`. */
  var threads: Awaited<ReturnType<Libraries["threads"]>>;
  /** After `load("markdown")`. */
  var markdown: Awaited<ReturnType<Libraries["markdown"]>>;
  /** After `load("vue")`. */
  var vue: Awaited<ReturnType<Libraries["vue"]>>;
  /** After `load("mcp")`. */
  var mcp: Awaited<ReturnType<Libraries["mcp"]>>;
  /** After `load("otel")`. */
  var otel: Awaited<ReturnType<Libraries["otel"]>>;
  /** After `load("composer")`. */
  var composer: Awaited<ReturnType<Libraries["composer"]>>;
  /** After `load("zone")`. */
  var zone: Awaited<ReturnType<Libraries["zone"]>>;
  var openAgent: Globals["openAgent"];
  var eventOf: Globals["eventOf"];
  var inTime: Globals["inTime"];
  var turn: Globals["turn"];
  var until: Globals["until"];
  var listenersOn: Globals["listenersOn"];
  var record: Globals["record"];
  var eventTypes: Globals["eventTypes"];
  var coreMemory: Globals["coreMemory"];
}
