/** What the workspace begins with: the notes and the site of a small meetup. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "README.md": `# Wasm evening

Everything for our meetup: \`notes/\` is for us, \`site/\` is what guests see.
`,
  "notes/agenda.md": `# Wasm evening

Thursday, 18:30, in the library. 40 places.

1. 18:30 Doors and drinks
2. 19:00 Tools that run in the page
3. 20:00 Questions, and the lights go out at ten
`,
  "notes/open-points.md": `# Open points

- [x] Ask the library for the room
- [ ] Borrow a projector by Thursday noon
- [ ] Order drinks for 40
- [ ] Print the name tags
`,
  "notes/costs.csv": `item,euros
Drinks,120
Name tags,18
Room,0
`,
  "notes/გეგმა.md": `# გეგმა

საღამო ბიბლიოთეკაში, 40 ადგილი.
`,
  // Windows line ends, which an edit keeps.
  "site/index.html": [
    "<!doctype html>",
    "<title>Wasm evening</title>",
    "<h1>Wasm evening</h1>",
    "<p>Join us on Thursday at half past six, in the library.</p>",
    "<p>Can't make it on Thursday? Write to us.</p>",
    "",
  ].join("\r\n"),
};
