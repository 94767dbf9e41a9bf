use serde::Serialize;

/// The subject of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NoteCode {
    /// A request has two results for a call. The first counts.
    ResultTwice,
    /// Another result for a call that has one. The first counts.
    ResultDiffers,
    /// A result for a call that was given up before. It is ignored.
    ResultLate,
    /// A result for an unknown call. It is left out.
    ResultUnknown,
    /// A result for a call of the server. The server's answer counts.
    ResultForServer,
    /// A result for a call that was not handed over yet. It is ignored.
    ResultEarly,
    /// Results that can't be read; they are left out.
    ResultsUnreadable,
    /// The client did not return a result for a call that it had to run.
    NoResult,
    /// The history has a call without a result that was not issued here. It is answered as one with an unknown effect.
    CallUnknown,
    /// The history repeats a call that was issued here. The copy is left out.
    CallCopied,
    /// A newer request took over before the call started. It is answered as not run.
    CallOvertaken,
}

/// An entry that was ignored, or answered without a result: for a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Note {
    /// Its subject.
    pub code: NoteCode,
    /// The call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The tool, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// The note as a sentence.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub message: &'static str,
}

impl Note {
    pub(super) fn about(code: NoteCode, id: &str, name: Option<&str>) -> Self {
        Self {
            code,
            tool_call_id: Some(id.to_owned()),
            tool_name: name.map(str::to_owned),
            message: code.message(),
        }
    }

    pub(super) fn of(code: NoteCode) -> Self {
        Self {
            code,
            tool_call_id: None,
            tool_name: None,
            message: code.message(),
        }
    }
}

impl NoteCode {
    fn message(self) -> &'static str {
        match self {
            Self::ResultTwice => "The request has a second result for the call. The first counts.",
            Self::ResultDiffers => {
                "The call has a result already, and this one differs. The first stands."
            }
            Self::ResultLate => {
                "The result came after the call had been answered without one. It is ignored."
            }
            Self::ResultUnknown => {
                "There is no such call in this conversation. The result is left out."
            }
            Self::ResultForServer => {
                "The call is the server's to answer. The client's result is ignored."
            }
            Self::ResultEarly => {
                "The call had not been handed over to the client. The result is ignored."
            }
            Self::ResultsUnreadable => {
                "The results are left out: they must be a JSON array of { toolCallId, result } or { toolCallId, error }."
            }
            Self::NoResult => "The client did not return a result for the call.",
            Self::CallUnknown => {
                "The history has a call that was not issued here, without a result. It does not run here."
            }
            Self::CallCopied => "The history has a call a second time. The copy is left out.",
            Self::CallOvertaken => {
                "A newer request took over before the call began. It is not run."
            }
        }
    }
}
