use super::line::Operator;
use super::obscure::is_obscure;

/// A piece of a command line.
#[derive(Debug)]
pub(super) enum Token {
    Word(Word),
    Operator(Operator),
    NewLine,
    /// `<`.
    Read,
    /// `>` or `>>`, of standard output or standard error.
    Write {
        errors: bool,
        append: bool,
    },
    /// `2>&1`, or `>&2`.
    Copy {
        errors: bool,
    },
}

/// A word without its quotes.
#[derive(Debug, Default)]
pub(super) struct Word {
    pub text: String,
    /// The number of bytes before the first quote or backslash; all of them without either.
    pub bare: usize,
}

impl Word {
    pub fn is_bare(&self) -> bool {
        self.bare == self.text.len()
    }
}

/// The maximum number of bytes of a command line. Each is read a few times at most.
const MAX_BYTES: usize = 10_000;

const ODD_REDIRECT: &str = "a redirection other than <, >, >>, 2>, 2>>, 2>&1 and >&2 stands";

/// Cuts a text into the tokens of the plain grammar.
///
/// # Errors
///
/// Text outside of the grammar, with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    if let Some(at) = text
        .chars()
        .position(|letter| letter != '\n' && is_obscure(letter))
    {
        let code = text.chars().nth(at).map_or(0, u32::from);
        return Err(format!(
            "character {} (U+{code:04X}) is a control, an invisible character or an unusual space",
            at + 1
        ));
    }
    Lexer::new(text).run()
}

pub(super) struct Lexer {
    letters: Vec<char>,
    pub(super) at: usize,
    tokens: Vec<Token>,
    /// The unfinished word.
    pub(super) word: Option<Word>,
    /// Whether it has a quote or a backslash.
    is_quoted: bool,
    /// Whether it has a brace outside quotes.
    pub(super) has_brace: bool,
}

pub(super) type Read = Result<(), String>;

impl Lexer {
    fn new(text: &str) -> Self {
        Self {
            letters: text.chars().collect(),
            at: 0,
            tokens: Vec::new(),
            word: None,
            is_quoted: false,
            has_brace: false,
        }
    }

    fn run(mut self) -> Result<Vec<Token>, String> {
        while let Some(letter) = self.peek(0) {
            match letter {
                ' ' => self.blank()?,
                '\n' => self.operator(Token::NewLine, 1)?,
                ';' if self.peek(1) != Some(';') => {
                    self.operator(Token::Operator(Operator::Then), 1)?;
                }
                '|' if self.peek(1) == Some('|') => {
                    self.operator(Token::Operator(Operator::Or), 2)?;
                }
                '|' if self.peek(1) != Some('&') => {
                    self.operator(Token::Operator(Operator::Pipe), 1)?;
                }
                '&' if self.peek(1) == Some('&') => {
                    self.operator(Token::Operator(Operator::And), 2)?;
                }
                '<' => self.input()?,
                '>' => self.output()?,
                '\'' => self.single()?,
                '"' => self.double()?,
                '\\' => self.backslash()?,
                _ => self.bare(letter)?,
            }
        }
        self.end_word()?;
        Ok(self.tokens)
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    pub(super) fn outside<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{what} at character {}", self.at + 1))
    }

    fn blank(&mut self) -> Read {
        self.end_word()?;
        self.at += 1;
        Ok(())
    }

    fn operator(&mut self, token: Token, length: usize) -> Read {
        self.end_word()?;
        self.tokens.push(token);
        self.at += length;
        Ok(())
    }

    pub(super) fn push(&mut self, letter: char) {
        let is_quoted = self.is_quoted;
        let word = self.word.get_or_insert_default();
        word.text.push(letter);
        if !is_quoted {
            word.bare = word.text.len();
        }
    }

    pub(super) fn quote(&mut self) {
        self.word.get_or_insert_default();
        self.is_quoted = true;
    }

    fn end_word(&mut self) -> Read {
        self.is_quoted = false;
        let has_brace = std::mem::take(&mut self.has_brace);
        if let Some(word) = self.word.take() {
            if has_brace && (word.text.contains(',') || word.text.contains("..")) {
                return self.outside("a list in braces ends");
            }
            self.tokens.push(Token::Word(word));
        }
        Ok(())
    }

    /// The number of a stream directly before `<` or `>`, if there is one.
    fn stream(&mut self) -> Result<Option<char>, String> {
        let is_number =
            |word: &mut Word| word.is_bare() && word.text.bytes().all(|byte| byte.is_ascii_digit());
        if self.is_quoted {
            return Ok(None);
        }
        match self.word.take_if(is_number) {
            None => Ok(None),
            Some(word) => match word.text.as_str() {
                "0" => Ok(Some('0')),
                "1" => Ok(Some('1')),
                "2" => Ok(Some('2')),
                _ => self.outside(ODD_REDIRECT),
            },
        }
    }

    fn input(&mut self) -> Read {
        let stream = self.stream()?;
        match self.peek(1) {
            Some('<') => self.outside("a here document or string begins"),
            Some('(' | '&' | '>') => self.outside(ODD_REDIRECT),
            _ if stream.is_none_or(|stream| stream == '0') => self.operator(Token::Read, 1),
            _ => self.outside(ODD_REDIRECT),
        }
    }

    fn output(&mut self) -> Read {
        let stream = self.stream()?;
        if stream == Some('0') {
            return self.outside(ODD_REDIRECT);
        }
        let errors = stream == Some('2');
        let ends = |letter: Option<char>| letter.is_none_or(|letter| " \n;|&".contains(letter));
        match self.peek(1) {
            Some('>') => self.operator(
                Token::Write {
                    errors,
                    append: true,
                },
                2,
            ),
            Some('&') if ends(self.peek(3)) => match (errors, self.peek(2)) {
                (true, Some('1')) => self.operator(Token::Copy { errors: true }, 3),
                (false, Some('2')) => self.operator(Token::Copy { errors: false }, 3),
                _ => self.outside(ODD_REDIRECT),
            },
            Some('(' | '&' | '|') => self.outside(ODD_REDIRECT),
            _ => self.operator(
                Token::Write {
                    errors,
                    append: false,
                },
                1,
            ),
        }
    }
}
