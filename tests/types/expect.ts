/** True only when both types are the same; `any` is the same as nothing else. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Does not compile unless its argument has exactly this type: `exactly<string>()(name)`. */
export declare function exactly<Expected>(): <Actual>(
  value: Equal<Expected, Actual> extends true ? Actual : never,
) => void;
