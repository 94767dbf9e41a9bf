import type { Verdict } from "../validation/validator.js";
import { verdictOn } from "./arguments-verdict.js";
import type { Execution } from "./execution.js";
import type { HandlerResult } from "./handler-result.js";
import { type CachePlace, type PageCache, placeOf } from "./page-cache.js";

/** An execution's result in the page's cache. */
export class CachedResult {
  readonly #execution: Execution;
  readonly #cache: PageCache;
  #verdict: Verdict | undefined;
  /** The place for the result, unless the result came from there. */
  #place: CachePlace | undefined;

  constructor(execution: Execution, cache: PageCache) {
    this.#execution = execution;
    this.#cache = cache;
  }

  /** The verdict on the arguments, which a lookup needs before it is due. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /**
   * Finds the result that a call with valid arguments has already. A store may be older than the rules for them.
   *
   * @param isStopped returns true once the execution has ended.
   */
  async find(isStopped: () => boolean): Promise<HandlerResult | undefined> {
    const { request, args, host } = this.#execution;
    const verdict = await verdictOn(request, args, host.plan);
    this.#verdict = verdict;
    if (!verdict.accepted || !args.isReadable || isStopped()) return undefined;
    const value = verdict.output ? verdict.output.value : args.shown;
    this.#place = this.#placeFor(value);
    const result = isStopped() ? undefined : await this.#place?.find();
    if (result) this.#place = undefined;
    return result;
  }

  /** Keeps the execution's result, unless it came from the cache or another execution's handler made it. */
  keep(): void {
    const { result, host, key } = this.#execution;
    const isOwn = host.raw.answeredBy(key) === undefined;
    if (isOwn && result) this.#place?.keep(result);
  }

  #placeFor(args: unknown): CachePlace | undefined {
    const { request, id: executionId, toolName, host, key } = this.#execution;
    const { tool, toolCallId } = request;
    const toolId = tool.id === undefined ? undefined : { toolId: tool.id };
    return placeOf(this.#cache, {
      tool,
      args,
      identity: host.raw.identity(key),
      context: Object.freeze({ executionId, toolCallId, toolName, ...toolId }),
      held: host.held,
      maxLength: host.maxResultLength,
    });
  }
}
