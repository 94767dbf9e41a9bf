use super::{Parser, Read};

impl Parser {
    /// `Quantifier`, if one follows: at least, at most, lazy.
    pub(super) fn quantifier(&mut self) -> Read<Option<(u32, Option<u32>, bool)>> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let (least, most) = self.bounds()?;
                return Ok(Some((least, most, self.eat('?'))));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some((least, most, self.eat('?'))))
    }

    /// `{n}`, `{n,}`, `{n,m}`, after the brace.
    fn bounds(&mut self) -> Read<(u32, Option<u32>)> {
        let least = self.number()?;
        let most = if !self.eat(',') {
            Some(least)
        } else if self.peek() == Some('}') {
            None
        } else {
            Some(self.number()?)
        };
        if most.is_some_and(|most| most < least) {
            return Err(self.expected("bounds in ascending order"));
        }
        self.expect('}', "a closing brace")?;
        Ok((least, most))
    }

    /// `DecimalDigits`. What is beyond 32 bits is as good as endless.
    pub(super) fn number(&mut self) -> Read<u32> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.at += 1;
            number = Some(
                number
                    .unwrap_or(0_u32)
                    .saturating_mul(10)
                    .saturating_add(digit),
            );
        }
        number.ok_or_else(|| self.expected("a number"))
    }
}
