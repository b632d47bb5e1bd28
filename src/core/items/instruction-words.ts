/** Programs that download from a network. */
const FETCH =
  "(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|fetch|http|httpie|nc|ncat|netcat|scp|ftp)";
/** Programs that execute their input. */
const RUN =
  "(?:\\S*/)?(?:ba|z|da|k|fi|c|tc)?sh|python[\\d.]*|node|deno|bun|perl|ruby|php|iex|invoke-expression|source|eval";
/** Names of credentials, and the files that contain them. */
const SECRETS =
  "\\.ssh|id_rsa|id_ed25519|\\.env(?![\\w.-])|\\.aws|\\.netrc|\\.npmrc|\\.pgpass|keychain|private keys?|api keys?|(?:access )?tokens?|secrets?|passwords?|credentials?|environment variables|env vars|printenv";
const ADDRESS = "(?:https?://|ftp://|[\\w.+-]+@[\\w-]+\\.\\w|(?:[\\w-]+\\.)+[a-z]{2,}(?![\\w(]))";

const patterns = (...forms: readonly (string | RegExp)[]): readonly RegExp[] =>
  forms.map((form) => new RegExp(form, "u"));

/** Commands that run downloaded code, or that send secrets over the network. */
export const HOSTILE_COMMANDS = patterns(
  `(?<![\\w-])${FETCH}(?![\\w-])[^\\n|]{0,400}\\|\\s*(?:tee[^|\\n]{0,80}\\|\\s*)?(?:sudo\\s+)?(?:${RUN})(?![\\w-])`,
  `(?:${RUN}|\\.)\\s+(?:-\\w+\\s+)?["'\`]?(?:<|\\$)\\(\\s*${FETCH}(?![\\w-])`,
  `(?:base64|xxd|openssl)[^\\n|]{0,80}\\|\\s*(?:sudo\\s+)?(?:${RUN})(?![\\w-])`,
  `(?<![\\w-])${FETCH}(?![\\w-])[^\\n]{0,200}(?:&&|;|then)\\s*(?:sudo\\s+)?(?:ba|z)?sh(?![\\w-])`,
  `(?:${SECRETS})[^\\n]{0,160}\\|\\s*${FETCH}(?![\\w-])`,
  `(?<![\\w-])(?:curl|wget|nc|ncat)(?![\\w-])[^\\n]{0,200}(?:-d|-f|-t|--data\\S*|--form|--post-file)[ =]?["'@$<(]{0,4}[^\\n]{0,60}(?:${SECRETS})`,
  /(?<![\w-])(?:rm\s+-(?:rf|fr|r)\s+(?:--no-preserve-root\s+)?["']?(?:\/|~|\$home)(?:["'\s*]|\/\*|$)|(?:nc|ncat)\s[^\n]{0,60}-[a-z]{0,4}e\s|chmod\s+(?:u\+s|4\d{3})\s|powershell[^\n]{0,40}\s-e(?:c|nc|ncodedcommand)?\s+[a-z0-9+/=]{8}|(?:>>|tee|echo|add)(?![\p{L}])[^\n]{0,120}authorized_keys)/u,
  `(?:^|[.;:!,–—]\\s*|(?<![\\p{L}])(?:and|then|please|always|must|should|und|y|et|e|и)\\s+)(?:send|post|upload|e?mail|forward|exfiltrate|transmit|leak|submit|report|schicke?|sende|lade|env[ií]a|sube|envoie[zs]?|envoyer|envie|invia|carica|отправ\\p{L}+|загруз\\p{L}+)(?!\\p{L})[^\\n]{0,160}?(?<!\\p{L})(?:to|at|an|auf|a|à|vers|para|su|на|в)\\s+${ADDRESS}`,
  /(?:发送|上传|发到|提交)[^\n。]{0,60}(?:到|至|给)\s*(?:https?:|[\w-]+\.\w)|(?:https?:\/\/|[\w-]+\.)\S{1,100}\s?(?:に|へ)[^\n。]{0,20}(?:送信|アップロード|送って)|(?:https?:\/\/|[\w-]+\.)\S{1,100}(?:로|으로|에)\s?(?:보내|전송|업로드)/u,
);

/** Words that override the reader's instructions, or that hide something from the person. */
export const HOSTILE_WORDS: readonly RegExp[] = [
  /(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|these|those|every|of)\s+){0,4}(?:previous|prior|above|earlier|preceding|system|other|existing|former|user'?s?)\s+(?:instructions?|prompts?|rules?|messages?|context|constraints?|directions|orders?|guidelines?|policies|decisions?)/u,
  /(?:ignorier\p{L}*|vergiss|vergesst|missachte\p{L}*)\s+(?:\p{L}+\s+){0,3}(?:vorherig|bisherig|vorig|obig|früher|ander)\p{L}*\s+(?:anweisung|regel|befehl|vorgabe|instruktion|entscheidung)/u,
  /(?:ignor|olvid|descart)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:instrucciones|órdenes|reglas|indicaciones)(?:\s+\p{L}+){0,2}\s+(?:anteriores|previas|de arriba)/u,
  /(?:ignor|oubli)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:instructions|consignes|règles|ordres)(?:\s+\p{L}+){0,2}\s+(?:précédentes|antérieures|ci-dessus|précédents)/u,
  /(?:ignor|esque[cç]|desconsider)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:instruções|ordens|regras|orientações)(?:\s+\p{L}+){0,2}\s+(?:anteriores|acima|prévias)/u,
  /(?:ignor|dimentic|trascur)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:istruzioni|regole|ordini|indicazioni)(?:\s+\p{L}+){0,2}\s+(?:precedenti|di sopra|anteriori)/u,
  /(?:игнориру|проигнориру|забудь|отмени)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:предыдущ|прежн|прошл|вышеуказан|ранн|друг)\p{L}*\s+(?:инструкц|указан|правил|команд|решен)/u,
  /(?:忽略|无视|忘记|忘掉|不要理会)[^\n。]{0,8}(?:之前|以前|上面|以上|先前|前面|所有|其他)[^\n。]{0,8}(?:指令|指示|说明|规则|提示|命令|要求)/u,
  /(?:以前|前|上記|これまで|他|先ほど)の?[^\n。]{0,8}(?:指示|命令|ルール|プロンプト|規則)[^\n。]{0,8}(?:無視|忘れ|従わな)/u,
  /(?:이전|앞선|위의|기존|다른)[^\n.]{0,8}(?:지시|명령|규칙|지침|프롬프트)[^\n.]{0,8}(?:무시|잊|따르지)/u,
  /(?:do not|don't|never|must not)\s+(?:tell|mention|inform|notify|show|reveal|report|ask)\s+(?:\p{L}+\s+){0,4}?(?:the\s+)?(?:users?|humans?|persons?|developers?|operators?|owner)(?!\p{L})/u,
  /(?:sag|verrat|erzähl|zeig|frag)\p{L}*\s+(?:\p{L}+\s+){0,4}(?:nutzer|benutzer|anwender|menschen)\p{L}*\s+(?:\p{L}+\s+){0,3}(?:nichts|nicht)(?!\p{L})/u,
  /no\s+(?:le\s+)?(?:digas|cuentes|menciones|preguntes|informes)[^\n.]{0,40}usuari/u,
  /ne\s+(?:le\s+|l')?(?:dis|dites|mentionne|mentionnez|demande|demandez|préviens|informe)[^\n.]{0,40}utilisat/u,
  /não\s+(?:diga|conte|mencione|pergunte|informe|avise)[^\n.]{0,40}(?:usuári|utilizador)/u,
  /non\s+(?:dire|dirlo|menzionare|chiedere|informare|avvisare)[^\n.]{0,40}utent/u,
  /не\s+(?:говори|сообщай|рассказывай|спрашивай|упоминай|показывай)[^\n.]{0,40}(?:пользовател|человек)/u,
  /(?:不要|别|切勿|不得)(?:告诉|告知|通知|询问|提醒)[^\n。]{0,6}(?:用户|使用者|人)|瞒着用户/u,
  /ユーザー?(?:に|へ|には)[^\n。]{0,12}(?:言わな|知らせな|伝えな|聞かな|見せな|内緒|黙って)/u,
  /사용자(?:에게|한테)[^\n.]{0,12}(?:말하지|알리지|묻지|보여주지)/u,
  /(?:reveal|print|show|repeat|output)\s+(?:\p{L}+\s+){0,3}system prompt|you are now (?:an?|the|in)\s|new (?:system )?instructions?\s?:/u,
];

/** English words for those who can consent. "One of many users" of a program is not among them. */
const PERSON =
  "(?<![\\p{L}-])(?:user|owner|human|person(?: in charge)?|maintainer|developer|admin|boss|client|customer|operator|manager|lead|cto)";
const YES_NOUN =
  "(?:permission|consent|approval|agreement|blessing|authori[sz]ation|okay|ok|sign-?off|go-?ahead|green light|thumbs[- ]up|carte blanche|lgtm)";
const ADVERBS =
  "(?:\\s+(?:has|have|had|is|was|did|already|explicitly|also|fully|hereby|previously|clearly|just|then|then also)){0,3}";
/** Phrases that permit something: "we can", "it is fine". */
const MAY =
  "(?:yes|sure|ok(?:ay)?|go ahead|(?:that )?(?:it(?:'s| is| was)|that(?:'s| is)|this is) (?:ok|okay|fine|all ?right|allowed|approved|good)|(?:that )?(?:we|you|i|agents?|it|they|everyone|nobody|no one) (?:can|may|could|might|need(?:s)? not|(?:do|does)(?:n't| not)|are|is|must not|has to|have to))";
const CONSENTED = `(?:(?<!(?:is|was|are) )(?:approve[ds]|authori[sz]e[ds]|allow(?:s|ed)|permit(?:s|ted)|clear(?:s|ed))|agree[ds]|consent(?:s|ed)|ok(?:ay)?(?:'?e?d|s)|waive[ds]|greenlit|lets (?:us|you|me|agents?)|trusts (?:us|you|me|agents?)|accept(?:s|ed) the risks?|sign(?:s|ed) off|opted in|(?:fine|ok|okay|happy|comfortable|on board) with|no objections?|(?:does|did)?(?:n't| not)? (?:mind|object)|(?:said|says|wrote|replied|answered|told (?:us|me|agents?|everyone)|confirm(?:s|ed))[\\s,:"'“]{1,3}${MAY}|confirm(?:s|ed) that|decided that|(?:wants|asked|told us|told me) (?:every|all|any|agents?|(?:to )?(?:never|not) (?:to )?be asked)|g[ai]ven? (?:you |us |me |agents? |the agent )?(?:a |the |his |her |their |full |blanket |verbal ){0,2}${YES_NOUN}|grant(?:s|ed) (?:\\p{L}+ ){0,3}${YES_NOUN})(?!\\p{L})`;

/** Claims that a person agreed to something, or that nobody has to be asked. Only the person can say so. */
export const CLAIMED_CONSENT = patterns(
  `${PERSON}${ADVERBS}\\s+${CONSENTED}`,
  `(?:approved|authori[sz]ed|agreed|permitted|allowed|cleared|requested|ordered|okayed) (?:by|with) (?:the |your |our )?${PERSON}(?!\\p{L})`,
  `${PERSON}(?:'s|s')\\s+(?:\\p{L}+ )?(?:${YES_NOUN}|(?:answer|reply) (?:is|was) (?:yes|sure|ok))(?!\\p{L})|${YES_NOUN} (?:from|by|of) (?:the |your |our )?${PERSON}(?!\\p{L})|${PERSON}[- ](?:approved|authori[sz]ed|sanctioned|consented|consent)(?!\\p{L})`,
  `(?<!\\p{L})(?:(?:users|owners|maintainers|admins|developers|he|she|they)${ADVERBS}\\s+(?:agreed|approved|consented|authori[sz]ed|okayed|ok'd|signed off|said yes|gave (?:us |me |their |the |a ){0,2}${YES_NOUN})|okayed|ok'd|greenlit|signed off on|gave (?:us |me |agents? )?(?:a |the |his |her |their ){0,1}(?:go-?ahead|green light|thumbs[- ]up|blessing|carte blanche)|(?:blanket|verbal|written|standing) ${YES_NOUN}|it (?:was|is|has been) (?:agreed|approved|authori[sz]ed|permitted) that|(?:consent|approval|permission|authori[sz]ation|sign-?off|go-?ahead)(?: (?:for|to|on) [^\\n.:]{1,40}?)?(?: is| was| has been| ?:)? (?:obtained|received|secured|granted|given|on file|yes)|(?:told|informed|assured)(?: that)? (?:we|i|you|agents?) (?:may|can|are (?:allowed|free|permitted))|waived (?:the |any |all )?(?:\\p{L}+ )?(?:review|approval|confirmation|sign-?off))(?!\\p{L})`,
  /(?<!\p{L})(?:you|agents?|assistants?|models?|claude|codex|gemini)(?:'re)?\s+(?:may|can|are (?:allowed|free|permitted|authori[sz]ed) to|have (?:the )?(?:permission|consent|right) to)(?!\p{L})[^\n.]{0,120}(?<!\p{L})(?:anything|everything|whatever|any (?:command|tool|file|script|code|change|action)s?|all (?:command|tool|file|script|action)s|freely|unrestricted|without (?:asking|confirm\p{L}*|permission|approval|review))(?!\p{L})/u,
  /(?:no|without(?: any| further)?) (?:approval|permission|consent|confirmation|review)(?: (?:is|are))? (?:needed|required|necessary)|(?:need|needs|require|requires) no (?:approval|permission|consent|confirmation)|(?:do not|don't|does not|doesn't|no) need to (?:ask|confirm|(?:double-?)?check (?:back )?with|get (?:approval|permission))|(?:pre|auto)-?(?:approved|authori[sz]ed|cleared)(?!\p{L})|without asking/u,
  /(?:nutzer|benutzer|anwender|besitzer|eigentümer|chef|auftraggeber)\p{L}*\s[^\n.]{0,60}(?:zugestimmt|stimmte? zu|erlaub\p{L}+|genehmig\p{L}+|eingewilligt|einverstanden|freigegeben|abgesegnet|grünes licht|nichts dagegen|(?:gesagt|bestätigt),? (?:dass|es sei|wir|man))|mit (?:der )?(?:zustimmung|erlaubnis|genehmigung|freigabe|einwilligung) (?:des|der|vom|von)|ohne (?:nachzufragen|rückfrage|zustimmung|genehmigung)/u,
  /(?:usuari[oa]|dueñ[oa]|propietari[oa]|jef[ea])s?\s[^\n.]{0,30}(?:acept|aprob|autoriz|permit|consint|consiente|acord|de acuerdo|luz verde|visto bueno|dio (?:su |el )?(?:permiso|consentimiento|visto)|dijo que (?:se puede|pod|pued|está bien|no hace falta|sí))|con (?:el |la )?(?:permiso|aprobación|autorización|consentimiento|visto bueno) de|sin (?:preguntar|permiso|pedir permiso|confirmación)/u,
  /(?:utilisat\p{L}+|propriétaire|patron|chef)\s[^\n.]{0,30}(?:accepté|approuvé|autoris|consent|permis|validé|feu vert|d'accord|son accord|a dit (?:qu'on peut|que (?:nous pouvons|c'est bon|oui)|oui))|avec l'(?:accord|autorisation|aval) d|sans (?:demander|confirmation|autorisation)/u,
  /(?:usuári[oa]|utilizador\p{L}*|dono)\s[^\n.]{0,30}(?:concord|aprov|autoriz|permit|consent|aceit|luz verde|disse que (?:pode|podemos|está bem|sim))|com (?:a )?(?:permissão|aprovação|autorização) d|sem (?:perguntar|permissão|confirmação|autorização)/u,
  /(?:utent[ei]|proprietari[oa]|capo)\s[^\n.]{0,30}(?:accett|approv|autorizz|permess|acconsent|d'accordo|via libera|ha detto (?:che (?:si può|possiamo|puoi|va bene)|di sì))|con (?:il permesso|l'approvazione|l'autorizzazione|il consenso) d|senza (?:chiedere|conferma|permesso|autorizzazione)/u,
  /(?:пользовател|владел|користувач|власник|начальник)\p{L}*\s[^\n.]{0,30}(?:согласи|соглас(?:ен|на)|одобри|разреши|погоди|схвали|дозволи|(?:сказал|подтвердил)\p{L}*,? что (?:можно|не нужно|согла|да))|с (?:разрешения|согласия|одобрения) |(?:без (?:спроса|подтверждения|разрешения|дозволу|підтвердження)|не спрашивая)/u,
  /(?:用户|负责人|老板)(?:们)?[^\n。]{0,8}(?:同意|批准|授权|允许|许可|准许|说(?:可以|没问题|不用)|点头)|无需(?:询问|确认|批准|征得同意)|(?:不用|不必)(?:询问|确认|批准|征得同意)/u,
  /(?:ユーザー?|利用者|責任者)[^\n。]{0,24}(?:同意|承認|許可|承諾|認めた|認めて|了承|構わないと)|(?:確認|許可|承認)(?:なし|不要|せず)/u,
  /(?:사용자|책임자)[^\n.]{0,20}(?:동의|승인|허락|허가|허용|(?:해도|돼도) 된다고|괜찮다고)|(?:묻지 않고|확인 없이|허락 없이)/u,
);

/** Verbs that begin an order, by language. Verbs that can also be nouns are in `NOUN_OR_VERB`. */
export const IMPERATIVES: readonly string[] = [
  "always|never|do not|don't|dont|must|make sure|be sure|ensure|avoid|refuse to|stop|remember to|don't forget|be careful to|you(?:'ll)? (?:must|should|have to|need to|can ?not|can't|may not|will|are to)",
  "use(?! (?:of|cases?)(?!\\p{L}))|run(?![- ]?(?:time|s|ning))|rerun|execute|install|uninstall|ignore|delete|remove|disable|enable|prefer|keep|add|write|send|replace|switch to|put|create|upload|download|choose|pick|adopt|apply|convert|rename|move|call|set(?! of)|skip|fetch|append|restart|reinstall|configure|follow|treat|trust|assume|wrap|pass|give|pin|bump|regenerate|leave|take",
  "immer|niemals|nie|nicht|verwende\\p{L}*|benutze\\p{L}*|nutze|nutzt|führe?|starte|installiere|lösche|ignoriere|stelle? sicher|achte|vergiss nicht|vermeide|nimm|setze?|du (?:musst|sollst|darfst)|ihr (?:müsst|sollt|dürft)|ab (?:jetzt|sofort)",
  "siempre|nunca|usa|utiliza|ejecuta|instala|borra|elimina|ignora|asegúrate|evita|añade|no (?:uses|ejecutes|toques|instales|borres|hagas|pongas)|debes|tienes que|hay que|a partir de ahora",
  "toujours|jamais|utilise[zr]?|exécute[zr]?|lance[zr]?|installe[zr]?|supprime[zr]?|évite[zr]?|assure-toi|assurez-vous|n'(?:utilise|exécute|oublie)\\p{L}*|ne \\p{L}+(?:-\\p{L}+)? (?:pas|jamais)|il faut|tu dois|vous devez|veuillez|désormais|dorénavant",
  "sempre|utilize|execute|rode|instale|apague|certifique-se|evite|não (?:use|execute|toque|instale|apague|faça|coloque)|você deve|deve-se|é preciso|a partir de agora",
  "mai|usa|utilizza|esegui|lancia|installa|cancella|assicurati|evita|non (?:usare|eseguire|toccare|installare|cancellare|fare|mettere)|devi|bisogna|d'ora in poi",
  "всегда|никогда|используй(?:те)?|запускай(?:те)?|запусти(?:те)?|выполни(?:те)?|выполняй(?:те)?|установи(?:те)?|удали(?:те)?|убедись|убедитесь|не (?:используй|запускай|трогай|удаляй|меняй)\\p{L}*|нельзя|ты должен|вы должны|отныне|впредь",
];

/** The same for Chinese, which has no spaces between words. Japanese and Korean put the order at the end of a sentence: see `NORMS`. */
export const IMPERATIVE_UNSPACED =
  /^(?:请|必须|务必|一定要|不要|别(?!的|名)|切勿|禁止|总是|始终|永远|从现在起|今后|运行|执行|使用|安装|删除|你(?:必须|应该|要|不能))/u;

/** Verbs that begin an order only if an object follows: "build the image", but not "build fails". */
export const NOUN_OR_VERB =
  "build|test|commit|push|pull|deploy|format|lint|search|open|print|list|read|update|debug|start|release|merge|tag|copy|patch|export|import|check|log|cache|mock|lock|back|stash|rebase|reset|review|store|mount|seed|clean|clear|report|change|edit|modify|set up|start up|find|get|make|do|go|try|ask|tell|wait|verify|confirm|validate|sanitize|escape|throw|return|define|declare|document|handle|implement|name|place|cover|include|separate|group|split|limit|reuse|refactor|catch|await";

/** Agents in general: a message may tell one agent what to do next, and a project may be about an agent. */
const AGENTS =
  "(?:(?:all|any|every|each|other|future|later|jeder|cada|chaque|ogni|каждый) (?:coding |ai |sub-?)?(?:agent\\p{L}*|assistant\\p{L}*|агент\\p{L}*)|agents|assistants|whoever reads this|agenten|agentes|agenti|агенты)";
const FROM_NOW_ON =
  "from now on|from here on|going forward|henceforth|ab (?:jetzt|sofort)|künftig immer|a partir de (?:ahora|agora)|de ahora en adelante|désormais|dorénavant|à partir de maintenant|d'ora in poi|отныне|впредь|с этого момента|从现在起|今后|今後は|これからは|앞으로는";

/** A rule for every agent that reads it. */
export const RULE_FOR_AGENTS: readonly RegExp[] = patterns(
  `(?<!\\p{L})${AGENTS} (?:must|should|shall|may not|have to|has to|need to|needs to|are to|is to|ought to|always|never|m[uü]ss\\p{L}*|soll\\p{L}*|d[aü]rf\\p{L}* n|deb\\p{L}+|tienen que|doi\\p{L}+|dev\\p{L}+|долж\\p{L}+|обязан\\p{L}*)(?!\\p{L})`,
  `(?<!\\p{L})(?:${AGENTS}'?|(?:agent|assistant)'s) (?:(?:is|are|were|was) )?(?:expected|required|obliged|obligated|supposed|instructed|bound|told|asked|duty|job|task|responsibility|obligation)(?: is)?(?: here)? to(?!\\p{L})`,
  `(?:^|[.!?;:–—-] *)(?:please )?(?:${FROM_NOW_ON})|(?<!\\p{L})(?:${FROM_NOW_ON})[.!]?$`,
  /(?:代理|智能体|助手|エージェント|아시스턴트|에이전트)(?:们)?(?:都|は|は必ず|は常に|는|은)?(?:必须|应该|不得|要|必ず|항상|반드시)/u,
);

/** Words that make a sentence a rule wherever they occur. */
export const NORMS: { readonly spaced: readonly string[]; readonly unspaced: RegExp } = {
  spaced: [
    "from now on|from here on|going forward|henceforth|in (?:the )?future,? (?:always|never|use|run)",
    "(?:you|we|agents?|assistants?|models?|everyone|everybody|the (?:agent|assistant|model|reader|next agent)) (?:must|should|shall|have to|need to|ought to|are to|has to|needs to|always|never)",
    "must (?:not|never|always)|mustn't|should (?:not|never|always)|shouldn't|shall not|may not be|is forbidden|are forbidden|is not allowed|are not allowed|it is (?:required|mandatory) to",
    "(?:du|ihr|man|wir|agenten) (?:musst|müsst|muss|müssen|sollst|sollt|soll|sollen|darf nicht|dürfen nicht)|darf (?:nie|niemals|nicht)|ab (?:jetzt|sofort)|künftig (?:immer|nie|nur)",
    "(?:se debe|debemos|deben|hay que|no se debe|tenemos que)|a partir de ahora|de ahora en adelante",
    "(?:on doit|nous devons|il faut|il ne faut pas|vous devez|tu dois)|désormais|dorénavant|à partir de maintenant",
    "(?:devemos|deve-se|não se deve|é obrigatório|temos que)|a partir de agora|daqui em diante",
    "(?:si deve|dobbiamo|non si deve|bisogna)|d'ora in poi|da ora in poi",
    "(?:ты|вы|мы|агенты?) (?:долж\\p{L}+|обязан\\p{L}*)|нельзя|отныне|впредь|с этого момента|не следует",
  ],
  unspaced:
    /(?:我们|你们?|代理|智能体)(?:必须|应该|要|不能|不得)|从现在起|今后(?:必须|要|都)|一律|切勿|てください|なさい(?:。|$)|してはいけ|してはなら|ねばなら|なければなら(?:ない|ず)|すること(?:。|$)|せよ(?:。|$)|今後は|これからは|하세요|하십시오|하지 ?마(?:세요|십시오|라)?|해야 ?(?:합니다|한다|해요|해)|해라(?:\.|$)|하라(?:\.|$)|앞으로는|절대로? /u,
};
