use serde::Serialize;

/// The subject of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum NoteCode {
    /// A request has two results for a call; the first counts.
    ResultTwice,
    /// Another result for a call that has one; the first stands.
    ResultDiffers,
    /// A result for a call that was given up before; it is ignored.
    ResultLate,
    /// A result for no call of this conversation; it is left out.
    ResultUnknown,
    /// A result for a call that is the server's to answer; the server's stands.
    ResultForServer,
    /// A result for a call that the client had not been given yet; it is ignored.
    ResultEarly,
    /// Results that can't be read; they are left out.
    ResultsUnreadable,
    /// The client went on without a result of a call that was its to run.
    NoResult,
    /// The history has a call without a result that was not issued here; it is answered as one whose effect is not known.
    CallUnknown,
    /// The history has a call a second time that was issued here; the copy is left out.
    CallCopied,
    /// A newer request took over before the call began; it is answered as not run.
    CallOvertaken,
}

/// Something that was ignored, or answered without a result: for a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Note {
    /// Its subject.
    pub code: NoteCode,
    /// The call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// Its tool, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// The same as a sentence.
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
