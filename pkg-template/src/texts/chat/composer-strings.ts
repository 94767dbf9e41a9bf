/** The texts of the composer. Names of files are given with hidden characters named already. */
export interface ComposerStrings {
  /** The name of the text field. */
  readonly composerLabel: string;
  /** The placeholder of the text field. */
  readonly composerPlaceholder: string;
  /** Describes the keys of the text field, for screen readers. */
  readonly composerKeys: string;
  /** The button that sends the message. */
  readonly composerSend: string;
  /** The button that opens the file picker. */
  readonly composerAttach: string;
  /** The name of the list of attached files. */
  readonly composerFiles: string;
  /** The button that removes a file. */
  readonly composerRemove: (name: string) => string;
  /** The button that tries to upload a file again. */
  readonly composerRetry: (name: string) => string;
  /** The short text of the same button. */
  readonly composerRetryShort: string;
  /** The size of a file. */
  readonly composerSize: (bytes: number) => string;
  /** The name of the bar that shows the progress of an upload. */
  readonly composerUploading: (name: string) => string;
  /** The number of attached files, after it has changed. */
  readonly composerFileCount: (count: number) => string;
  /** Shown over the composer while files are dragged over it. */
  readonly composerDrop: string;
  /** The button that removes the messages about refused files. */
  readonly composerDismiss: string;
  /** The name of the list of suggestions. */
  readonly composerSuggestions: string;

  /** The reason that a file is not attached: the agent or the page takes no files of its type. */
  readonly composerRefusedType: (name: string) => string;
  /** It has no content. */
  readonly composerRefusedEmpty: (name: string) => string;
  /** It is a folder. */
  readonly composerRefusedFolder: (name: string) => string;
  /** It is too large. */
  readonly composerRefusedSize: (name: string, bytes: number, limit: number) => string;
  /** All files together would be too large. */
  readonly composerRefusedTotal: (name: string, limit: number) => string;
  /** Further files were refused, each for one of these reasons. */
  readonly composerRefusedMore: (count: number) => string;
  /** There were more files than a message may have. */
  readonly composerRefusedCount: (limit: number, count: number) => string;
  /** No files can be attached at all. */
  readonly composerRefusedAll: string;

  /** The reason that a file can't be sent: its content is not of the type that its name claims. */
  readonly composerFailedType: string;
  /** The browser can't read it. */
  readonly composerFailedUnreadable: string;
  /** Its upload was stopped. */
  readonly composerFailedStopped: string;
  /** Its upload failed, with the message of the page's function. */
  readonly composerFailedUpload: (message: string) => string;
  /** A file failed; for screen readers. */
  readonly composerFailed: (name: string, reason: string) => string;

  /** The reason that a message is not sent: it is empty. */
  readonly composerEmpty: string;
  /** It is too long. */
  readonly composerTooLong: (length: number, limit: number) => string;
  /** The agent still answers. */
  readonly composerRunning: string;
  /** Files are still read or uploaded. */
  readonly composerWaiting: (count: number) => string;
  /** Files could not be uploaded. */
  readonly composerUnsent: (count: number) => string;
  /** The agent waits for an answer to its question. */
  readonly composerInterrupted: string;
  /** There is no agent. */
  readonly composerNoAgent: string;
  /** Sending failed, and the message is back in the text field. */
  readonly composerNotSent: (reason: string) => string;
}
