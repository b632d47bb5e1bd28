/** Texts that act if a page inserts them as markup: each one calls `ran()` or loads a file. */
const MARKUP = [
  "<script>ran()</script>",
  "<img src=x onerror=ran()>",
  "<svg onload=ran()>",
  "<svg><script href='data:text/javascript,ran()'/></svg>",
  "<iframe srcdoc='<script>parent.ran()</script>'></iframe>",
  "<a href='javascript:ran()'>click</a>",
  "<math><mtext></table><img src=x onerror=ran()>",
  "<details open ontoggle=ran()>",
  "<style>@import 'http://evil.example/x.css';body{display:none}</style>",
  "<link rel=stylesheet href=http://evil.example/x.css>",
  "<meta http-equiv=refresh content='0;url=http://evil.example'>",
  "<base href=http://evil.example/>",
  "<form action=http://evil.example><button autofocus onfocus=ran()>",
  "</title></textarea></style></script><script>ran()</script>",
  "<template><script>ran()</script></template>",
  "{{constructor.constructor('ran()')()}}",
  "$" + "{ran()} #{ran()} <%= ran() %>",
  "[click](javascript:ran()) ![x](http://evil.example/x.png)",
  "javascript:ran()//",
  "data:text/html,<script>ran()</script>",
  "&lt;script&gt;ran()&lt;/script&gt;",
  '"><img src=x onerror=ran()>',
  "' onmouseover='ran()",
  "__proto__",
  "constructor",
  "#/item/../../<script>",
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<!--<img src="--><img src=x onerror=ran()//">',
  "<select><style></select><img src=x onerror=ran()>",
  "<svg><animate onbegin=ran() attributeName=x dur=1s>",
] as const;

const ODD = [
  "\u202egnp.exe\u202c",
  "\u2066\u2067\u2068mixed\u2069",
  "\u001b[31mred\u001b[0m \u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007",
  "\u0000\u0007\u0008\u007f",
  "a\u0300".repeat(400),
  "x".repeat(8000),
  "ﷺ".repeat(300),
  "‮evil",
  "\u200b\u200b\u200b",
  "👩‍👩‍👧‍👦".repeat(100),
  "שלום עולם مرحبا بالعالم",
  "line\nline\r\nline\u2028line",
  "\t\t\t",
  "%00%0a%E0%A4%A",
  "../../../../etc/passwd",
  "\ud800",
  // Combining vowels, between which a browser breaks no line.
  "\u0e33".repeat(300),
  "\ufdfd".repeat(60),
  "\u3164".repeat(60),
  "\u061cabc\u00ad",
] as const;

const AROUND: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `We decided ${payload} for good.`,
  (payload) => `${payload}${payload}${payload}`,
  (payload) => payload.toUpperCase(),
  (payload) => `"${payload}'`,
  (payload) => `${"w".repeat(300)}${payload}`,
  (payload) => `${payload}\n\n${payload}`,
  (payload) => `\`\`\`html\n${payload}\n\`\`\``,
];

/** All payloads with their variants, more than 300 texts. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...ODD].flatMap((payload) =>
  AROUND.map((around) => around(payload)),
);
