import { http } from "./requirement.ts";

/** The memory over HTTP: who has access, and what each role may do. */
export const SERVE = {
  "serve.verbs": http(
    "Every verb that concerns no file or setting of the server is an address, and gives what the command line gives as JSON.",
  ),
  "serve.no-paths": http(
    "No verb that names a file, or changes settings of the machine, can be asked for over HTTP.",
  ),
  "serve.get": http("Reading verbs can be asked with GET and query parameters, and then leave no trace."),
  "serve.failures": http(
    "A failed request is answered with code, message, field and fix, and a fitting status.",
  ),
  "serve.openapi": http(
    "An OpenAPI document lists every address with its inputs, and none that is not there.",
  ),
  "serve.roles": http(
    "A reader reads, a contributor adds and rates, a curator accepts, ends and edits, an admin forgets; less is refused.",
  ),
  "serve.voice": http(
    "A contributor's rule waits for a person, a curator's holds at once, and an agent's over MCP waits whatever the token.",
  ),
  "serve.audit": http(
    "Each act over HTTP is on the tape together with the person, the role and the token's id.",
  ),
  "serve.tokens": http(
    "Of a token only a hash is kept; it expires, is revoked at once, and its last use is noted.",
  ),
  "serve.one-project": http(
    "A token of one project is refused by another's server, and no verb there names, counts or reads the first one.",
  ),
  "serve.events": http(
    "Who listens is told how far the tape goes and which types of events came, never what they say, until the token ends.",
  ),
  "serve.figures": http("Health, readiness and Prometheus figures are served, without a word of the memory."),
  "serve.hostile": http(
    "Foreign hosts and origins, missing, wrong, expired and revoked tokens, wrong types, large and slow bodies and odd paths are refused on every route.",
  ),
  "serve.rates": http("Who asks too often is told to wait, by token and by address."),
  "serve.page": http(
    "A page comes in by a code that works once, and stays by a cookie that no script reads and no other site sends. Whoever uses the code again ends no session, and is told what to do.",
  ),
  "serve.deep-link": http("Who signs in with a token comes to the view that the address named."),
  "serve.csrf": http("A cookie counts only for requests that a page of this very server made."),
  "serve.files": http("Only listed files of the dashboard are served, under a policy without inline script."),
  "serve.unprotected": http(
    "Another address than this machine's own needs TLS or a proxy, and a token; then it answers over TLS.",
  ),
  "serve.process": http(
    "The server says where it listens, lets its user in, and ends on a signal with nothing left behind.",
  ),
} as const;
