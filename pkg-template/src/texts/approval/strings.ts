/** The texts of questions to a person: the cards of approvals and interrupts, and the form of a JSON Schema. */
export interface ApprovalStrings {
  /** The button that allows a call. */
  readonly approve: string;
  /** The button that allows a call with the arguments that a person has edited. */
  readonly approveEdited: string;
  /** The button that declines a call. */
  readonly decline: string;
  /** The button that opens the arguments to be edited. */
  readonly edit: string;
  /** The button that closes the form and drops the changes. */
  readonly discardEdits: string;
  /** The question: `subject` is the tool's title, or its name. */
  readonly question: (subject: string, hasTitle: boolean) => string;
  /** The announcement of a new question for a screen reader. */
  readonly announcement: (question: string) => string;
  /** Before the name of the tool. */
  readonly tool: string;
  /** The name of the subagent that called the tool. */
  readonly askedBy: (name: string) => string;
  /** Marks a call that destroys something or has consequences. */
  readonly dangerous: string;
  /** Of a call that may have run before the page was closed or reloaded. */
  readonly mayHaveRun: string;
  /** Shown while the preview of a call is being made. */
  readonly previewPending: string;
  /** Introduces a file's change: `size` is the number of lines. */
  readonly change: (size: string) => string;
  /** Heads the arguments. */
  readonly arguments: (count: number) => string;
  /** Instead of arguments, where there are none. */
  readonly argumentsNone: string;
  /** Heads the arguments that the server has prepared. */
  readonly argumentsPrepared: string;
  /** Heads the arguments that the agent asked for, where the server has prepared others. */
  readonly argumentsAsked: string;
  /** Shows a long text at full height. */
  readonly argumentsAll: (length: number) => string;
  /** Opens the rest of a long list. */
  readonly argumentsMore: (count: number) => string;
  /** An empty text, list or object. */
  readonly argumentsEmpty: string;
  /** Opens the value of a property that is marked as sensitive. */
  readonly argumentsSecret: string;
  /** Opens the field for the reason of a no. */
  readonly reason: string;
  /** The label of that field. */
  readonly reasonLabel: string;
  /** The answer was refused, or can't be given any more. */
  readonly failed: (message: string) => string;
  /** The decision, which stays shown. */
  readonly approved: string;
  readonly declined: string;
  readonly withdrawn: string;
  /** The name of a change, and the kinds of its lines. */
  readonly diffLabel: (path: string) => string;
  readonly diffAdded: string;
  readonly diffRemoved: string;
  readonly diffUnchanged: string;
  readonly diffNoLineEnd: string;
  /** Sizes of a change. */
  readonly diffSize: (added: number, removed: number) => string;
  /** Switches to the old and the new text next to each other. */
  readonly diffSideBySide: string;
  readonly diffBefore: string;
  readonly diffAfter: string;
  /** Heads an interrupt that has no message. */
  readonly interruptQuestion: string;
  /** Before an interrupt's reason. */
  readonly interruptReason: string;
  readonly interruptConfirm: string;
  readonly interruptCancel: string;
  /** Takes an answer back while others are missing. */
  readonly interruptChange: string;
  readonly interruptConfirmed: string;
  readonly interruptCancelled: string;
  /** The number of answered interrupts, of several. */
  readonly interruptProgress: (answered: number, all: number) => string;
  readonly interruptSent: string;
  /** The remaining time for an answer to an interrupt, in whole seconds. */
  readonly interruptExpiresIn: (seconds: number) => string;
  readonly interruptExpired: string;
  /** Marks a field that may stay empty. */
  readonly formOptional: string;
  /** The empty entry of a list of options. */
  readonly formChoose: string;
  readonly formNone: string;
  /** Buttons of a list. */
  readonly formAdd: (list: string) => string;
  readonly formRemove: (item: number) => string;
  readonly formMoveUp: (item: number) => string;
  readonly formMoveDown: (item: number) => string;
  readonly formItem: (item: number) => string;
  /** Announcements of a list's changes for a screen reader. */
  readonly formItemAdded: (item: number) => string;
  readonly formItemRemoved: (item: number) => string;
  readonly formItemMoved: (item: number) => string;
  /** The label of a form that is one field without a name. */
  readonly formValue: string;
  /** Marks a field that takes JSON. */
  readonly formJson: string;
  /** The zone of a time. */
  readonly formZone: (zone: string) => string;
  /** A field's text holds characters that can't be seen; `shown` has their names. */
  readonly formHidden: (shown: string) => string;
  /** Heads the summary of errors. */
  readonly formErrors: (count: number) => string;
  /** Errors of a field. */
  readonly errorRequired: string;
  readonly errorNumber: string;
  readonly errorInteger: string;
  readonly errorExact: string;
  readonly errorJson: string;
  readonly errorDepth: string;
  readonly errorChoice: string;
  readonly errorFormat: (format: string) => string;
  readonly errorPattern: string;
  readonly errorMinLength: (length: number) => string;
  readonly errorMaxLength: (length: number) => string;
  readonly errorMinimum: (limit: number) => string;
  readonly errorMaximum: (limit: number) => string;
  readonly errorAbove: (limit: number) => string;
  readonly errorBelow: (limit: number) => string;
  readonly errorMinItems: (count: number) => string;
  readonly errorMaxItems: (count: number) => string;
  readonly errorUnique: string;
  /** An error that has no text of its own here: `message` is the validator's, in English. */
  readonly errorOther: (message: string) => string;
}
