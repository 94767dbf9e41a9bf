use std::collections::HashMap;

use serde::Deserialize;

/// How long and how many results of a tool are kept.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CacheConfig {
    /// Milliseconds a result is served.
    pub ttl: f64,
    /// Results kept at the most; the oldest goes first.
    pub max_entries: u32,
}

/// Which earlier result answers a call. It keeps names of results, not the results: those stay with the page.
///
/// A call is named by its tool, as a number that no other tool has, and by its canonical arguments.
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
    by_tool: HashMap<usize, HashMap<String, Entry>>,
    dropped: Vec<u32>,
}

#[derive(Debug)]
struct Entry {
    result: u32,
    stored: f64,
    expires: f64,
}

impl ResultCache {
    /// The result that answers a call now.
    pub fn find(&mut self, tool: usize, arguments: &str, now: f64) -> Option<u32> {
        let entries = self.by_tool.get_mut(&tool)?;
        let entry = entries.get(arguments)?;
        if now < entry.expires {
            return Some(entry.result);
        }
        self.dropped.push(entry.result);
        entries.remove(arguments);
        None
    }

    /// Keeps a result.
    pub fn store(
        &mut self,
        config: &CacheConfig,
        tool: usize,
        arguments: String,
        result: u32,
        now: f64,
    ) {
        let entries = self.by_tool.entry(tool).or_default();
        let entry = Entry {
            result,
            stored: now,
            expires: now + config.ttl,
        };
        if let Some(replaced) = entries.insert(arguments, entry) {
            self.dropped.push(replaced.result);
        }
        while entries.len() > config.max_entries as usize {
            let oldest = entries
                .iter()
                .min_by(|(_, one), (_, other)| one.stored.total_cmp(&other.stored))
                .map(|(arguments, _)| arguments.clone());
            let dropped = oldest.and_then(|arguments| entries.remove(&arguments));
            self.dropped.extend(dropped.map(|entry| entry.result));
        }
    }

    /// The results that nothing will ask for any more, since this was last asked.
    pub fn take_dropped(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.dropped)
    }
}
