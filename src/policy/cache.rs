use serde::{Deserialize, Serialize};

use super::contract::{Call, Decision, End, Policy};
use crate::execution::{ExecutionKey, ManagerOptions};
use crate::tool::{COUNT, Ended, Fields, MILLIS_ABOVE_0};

/// The duration and the number of cached results of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct CacheConfig {
    /// The lifetime of a result, in milliseconds.
    pub ttl: f64,
    /// The maximum number of results; the oldest is removed first.
    pub max_entries: u32,
}

impl CacheConfig {
    /// Reads an author's configuration.
    pub(crate) fn read(mut fields: Fields<'_>) -> Option<Self> {
        fields.need("ttl", MILLIS_ABOVE_0.0);
        let ttl = fields.number("ttl", MILLIS_ABOVE_0);
        fields.need("maxEntries", COUNT);
        let max_entries = fields.count("maxEntries");
        ttl.zip(max_entries)
            .map(|(ttl, max_entries)| CacheConfig { ttl, max_entries })
    }
}

/// The earlier result that answers a call. The cache keeps keys of results; the results stay with the page.
///
/// A call is identified by the number of its tool and its canonical arguments.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{CacheConfig, ResultCache};
///
/// let config = CacheConfig { ttl: 1000.0, max_entries: 10 };
/// let mut cache = ResultCache::default();
/// cache.store(&config, 1, r#"{"q":"a"}"#.into(), 7, 0.0);
/// assert_eq!(cache.find(1, r#"{"q":"a"}"#, 999.0), Some(7));
/// assert_eq!(cache.find(1, r#"{"q":"a"}"#, 1000.0), None);
/// assert_eq!(cache.take_dropped(), [7]);
/// ```
#[derive(Debug, Default)]
pub struct ResultCache {
    /// The entries of all tools, oldest first. Comparing some hundred lengths is as fast as hashing the text.
    entries: Vec<Entry>,
    dropped: Vec<u32>,
}

#[derive(Debug)]
struct Entry {
    tool: usize,
    arguments: String,
    result: u32,
    expires: f64,
}

impl Policy for ResultCache {
    fn new(_options: &ManagerOptions) -> Self {
        Self::default()
    }

    fn decide(&mut self, call: Call<'_>, now: f64) -> Option<Decision> {
        if call.attempts > 0 || call.tool.metadata().cache.is_none() {
            return None;
        }
        let found = self.find(call.tool.id(), call.arguments?.text, now);
        found.map(Decision::Answer)
    }

    fn end(&mut self, call: Call<'_>, end: End<'_>, now: f64) -> Vec<ExecutionKey> {
        if let Some(config) = &call.tool.metadata().cache
            && end.ran
            && matches!(end.ended, Ended::Succeeded)
        {
            match call.arguments {
                Some(arguments) => {
                    let text = arguments.text.to_owned();
                    self.store(config, call.tool.id(), text, call.key, now);
                }
                None => self.decline(call.key),
            }
        }
        Vec::new()
    }
}

impl ResultCache {
    /// The result that answers a call now.
    pub fn find(&mut self, tool: usize, arguments: &str, now: f64) -> Option<u32> {
        let at = self.place(tool, arguments)?;
        let Entry {
            result, expires, ..
        } = self.entries[at];
        if now < expires {
            return Some(result);
        }
        self.drop_at(at);
        None
    }

    /// Stores a result.
    pub fn store(
        &mut self,
        config: &CacheConfig,
        tool: usize,
        arguments: String,
        result: u32,
        now: f64,
    ) {
        if let Some(replaced) = self.place(tool, &arguments) {
            self.drop_at(replaced);
        }
        self.entries.push(Entry {
            tool,
            arguments,
            result,
            expires: now + config.ttl,
        });
        let of_tool = |entry: &Entry| entry.tool == tool;
        let count = self.entries.iter().filter(|entry| of_tool(entry)).count();
        for _ in config.max_entries as usize..count {
            if let Some(oldest) = self.entries.iter().position(of_tool) {
                self.drop_at(oldest);
            }
        }
    }

    /// Drops a result that no call can get: its arguments may be ambiguous.
    pub fn decline(&mut self, result: u32) {
        self.dropped.push(result);
    }

    fn place(&self, tool: usize, arguments: &str) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| entry.tool == tool && entry.arguments == arguments)
    }

    fn drop_at(&mut self, at: usize) {
        self.dropped.push(self.entries.remove(at).result);
    }

    /// The results that were dropped since the last call of this function.
    pub fn take_dropped(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.dropped)
    }
}
