/** An option is not as it must be. */
export class OptionError extends TypeError {
  /** A stable name for the failure. */
  readonly code = "invalid_option";
}
