/**
 * Words that show the author of a paragraph, in the notation of `cue`. The languages are read together: an English request may precede a
 * German page.
 */

/** Words that refer to something near by, or to an unnamed person: a text follows, or is mentioned. */
export const POINTS_AT = `this(?! (repo|repository|project|codebase|code base|monorepo|team|company|product|app|service|branch|week|month|year|time|way|morning|afternoon|evening|sprint|release|session|one time)) | these(?! days) | those | below | underneath | following | follows | attached | (?<!from |over |around |up |in )here(?! (we|on|i)) | he(?! (agree\\p{L}*|\\p{L}+[ai]do|hecho|puesto|visto)) | she(?! agree\\p{L}*) | they | them | him | his(?! own) | their(?! own) | theirs |
  dies(e|er|es|en|em)?(?! (repo|projekt|woche|mal|jahr)) | das hier | hier | unten | folgende\\p{L}* | ihnen | ihm | deren | davon | dazu | hierzu | das | darin | daraus |
  ceci | cela | ça | ce(?! (qui|que|repo|projet|dépôt)) | cet | cette(?! (fois|semaine)) | ces | ci-dessous | ci-joint | voici | suivant\\p{L}* | leur | elle | ils | lui |
  esto | este(?! (repo|proyecto|mes|año)) | esta(?! (vez|semana)) | estos | estas | eso | siguiente\\p{L}* | abajo | a continuación | aquí | él | ella | ellos |
  questo(?! (repo|progetto|mese)) | questa(?! (volta|settimana)) | questi | queste | ecco | seguent\\p{L}* | qui sotto | qui | di seguito | lui | lei | loro |
  isto | isso | esse | essa | este(?! (repo|projeto|mês)) | seguinte\\p{L}* | abaixo | aqui | ele | ela | eles | disto | disso | nisto | nisso | neste texto |
  это(?! не) | этот | эта | эти | этом | этого | этому | этой | вот | следующ\\p{L}* | ниже | тут | здесь | он | она | они | ему | ей | им |
  这(?!个(项目|仓库)|次) | 这么 | 这样 | 以下 | 下面 | 如下 | 这里 | 他 | 她 | 上面 |
  これ(?!から) | この(?!(プロジェクト|リポジトリ)) | こちら | こう | 以下 | 次の | 下記 | 下の | ここ | 彼 |
  이(?= ) | 이걸 | 이거 | 이것 | 이렇게 | 아래 | 다음(?! ?(부터|번)) | 여기 | 그분 | 이런`;

/** Work whose object is a text, and words for texts. */
export const TEXT_WORK = `repl(y|ies) | answer | respond | e-?mails? | mail | letter | message | summary | summar\\p{L}* | translat\\p{L}* | tickets? | tl;?dr | proof-?read | effort | estimate | speaker notes | headline | caption | review | rate | grade | judge | compare | quote | cite | paste\\p{L}* | copied | forward\\p{L}* | text | transcript | sentence | paragraph | wording | draft | tone | complain\\p{L}* | parse | validate | (re)?format (this|it|these) | convert | mistakes | (step|anything|something|part|section) .{0,10}missing | missing (steps?|sections?|parts?) |
  antwort\\p{L}* | mail | brief | nachricht | text | absatz | satz | zusammenfass\\p{L}* | fass | übersetz\\p{L}* | korrigier\\p{L}* | rechtschreibung | schätz\\p{L}* | prüfe | entwurf |
  réponds? | répond\\p{L}* | réponse | courriel | mail | lettre | texte | phrase | paragraphe | résum\\p{L}* | tradui\\p{L}* | corrig\\p{L}* | brouillon | relis |
  responde\\p{L}* | respuesta | correo | carta | texto | frase | párrafo | resum\\p{L}* | traduc\\p{L}* | corrig\\p{L}* | borrador |
  rispond\\p{L}* | risposta | lettera | testo | frase | paragrafo | riassum\\p{L}* | traduc\\p{L}* | corregg\\p{L}* | bozza |
  respond\\p{L}* | resposta | e-?mail | carta | texto | frase | parágrafo | resum\\p{L}* | traduz\\p{L}* | corrij\\p{L}* | rascunho |
  ответ\\p{L}* | письм\\p{L}* | текст\\p{L}* | предложени\\p{L}* | абзац\\p{L}* | перевед\\p{L}* | перескаж\\p{L}* | исправь ошибки | черновик\\p{L}* | опечатк\\p{L}* |
  回复 | 回信 | 邮件 | 信 | 文本 | 文字 | 句子 | 段 | 翻译 | 总结 | 摘要 | 润色 | 校对 |
  返信 | メール | 手紙 | 文章 | 文面 | 段落 | 翻訳 | 要約 | 校正 | 添削 |
  답장 | 메일 | 편지 | 글 | 문장 | 문단 | 번역 | 요약 | 교정`;

/** The beginning of the name of a thing that both sides know. */
export const OBJECT_BEGINS = `the | my | our | your | how | what you | der | die | den | dem | mein\\p{L}* | unser\\p{L}* | wie | le | la | les | mon | ma | notre | comment | el | los | las | mi | nuestr\\p{L}* | cómo | il | lo | gli | come | meu | minha | nosso | nossa | como | мой | мою | наш\\p{L}* | как`;

/** References to the agent's work. */
export const YOUR_WORK = `(did|have|had|were|didn't|haven't|why are) you | (my|the) (last|latest|previous) (commit|change|pr|push) | you (did|have|had|were|made|wrote|changed|used) | your (?!(take|opinion|thoughts|view|idea|mind|advice)) | hast du | dein\\p{L}* | as-tu | tu as | ton | ta | tes | has (hecho|puesto|usado) | tu | tus | hai (fatto|usato|messo) | il tuo | la tua | você (fez|usou|colocou) | seu | sua | teu | tua | ты (сделал|использовал|написал) | твой | твою | твои | 你的 | 네가`;
/** Phrases that ask whether the speaker was understood. The words before them are the speaker's own. */
export const CONFIRMS = `ok(ay)? | clear | understood | got it | alright | deal | (does that )?makes? sense | sounds good | right | agreed | any questions | can you do that | verstanden | klar | einverstanden | d'accord | compris | vale | entendido | de acuerdo | capito | va bene | combinado | понятно | ясно | хорошо | 好吗 | 明白 | 行吗 | いいですか | わかりました | 알겠`;

/** Words that ask for a reason, or whether something is true. */
export const WHY = `why | how come | when | where | warum | wieso | wann | wo | pourquoi | quand | où | por qué | cuándo | perché | quando | por que | почему | зачем | когда`;

/** A line that ends with one of these is incomplete: its object follows. */
export const LEFT_OPEN = `like | is | was | were | war | waren | lautet | était | fue | era | foi | был\\p{L}* | such as | with | for | from | about | says? | reads? | writes? | wrote | posted | replied | answered | prints? | shows? | shown | printed | see | get | got | gives? | gave me | told me | sent me | wants | (landed|came) in | sagt | steht | schreibt | zeigt | sehe ich | kommt | bekomme ich | wie | dit | affiche | comme | je vois | dice | muestra | como | veo | mostra | vedo | diz | vejo | пишет | выводит | вижу | как | 如下 | 显示 | 说 | 表示 | 출력`;

/** Phrases for looking something up, or coming across it. */
export const LOOKED_UP = `googled | searched | looked (it |this )?up | came across | stumbled | i (read|saw|heard) | (just )?(over)?heard | (i |we )?asked (another|chatgpt|gpt|claude|gemini|copilot|the (other|vendor|client|customer|model|bot)|a (colleague|friend|model)|an? (ai|llm)) | found (a|an|some|the|this)( \\p{L}+)? (notes?|docs?|text|comment|memo|page|post|thread|message|mail|answer|snippet|rules?|list) | gesucht | gelesen | gesehen | gegoogelt | cherché | lu | vu | trouvé | busqué | leí | vi | encontré | cercato | letto | visto | trovato | procurei | li | achei | прочитал\\p{L}* | нашёл | нашла | увидел\\p{L}* | искал\\p{L}* | загуглил\\p{L}* | 看到 | 搜了 | 搜到 | 查到 | 读到 | 見つけ | 読んだ | 検索 | 調べた | 봤는데 | 찾아봤 | 읽었 | 검색`;

/** The person's own headings: the text below is dictated. */
export const OWN_LABELS = `rules? | ground rules | house rules | decisions? | decided | conventions? | preferences? | requirements? | changes | things | points | guidelines for you | constraints? | plan | so far | todo | what i want | for you | summary of the outcome | outcome |
  regeln? | entscheidung(en)? | konvention(en)? | vorgaben? | änderungen | punkte | dinge | sachen | anforderungen |
  règles? | décisions? | conventions? | choses | points | contraintes? | changements |
  reglas? | decisi(ón|ones) | convenci(ón|ones) | cosas | puntos | cambios | requisitos |
  regol[ae] | decision[ei] | convenzion[ei] | cose | punti | modifiche | requisiti |
  regras? | decis(ão|ões) | convenç(ão|ões) | coisas | pontos | mudanças | requisitos |
  правил\\p{L}* | решени\\p{L}* | договорённост\\p{L}* | вещ\\p{L}* | пункт\\p{L}* | требовани\\p{L}* | изменени\\p{L}* |
  规则 | 决定 | 约定 | 要求 | 几点 | 几件事 | ルール | 決定 | 決まり | 規約 | 変更点 | 要件 | 규칙 | 결정 | 원칙 | 변경`;

/** Words with which a person continues. */
export const GOES_ON = `also | and | but | btw | by the way | oh | one more | another thing | separately | besides | anyway | apart from that | other than that | for the next time | next time | ps | then again | so | ok | okay | please | thanks | sorry | no | yes | either way | in any case | on another note | that said | last thing | finally |
  außerdem | und | aber | übrigens | ach | noch (was|eins|etwas) | eins noch | ansonsten | jedenfalls | fürs nächste mal | also | ok | bitte | danke | nein | ja | ps |
  et | mais | au fait | sinon | aussi | encore une chose | autre chose | par ailleurs | bref | donc | merci | non | oui |
  y | pero | además | por cierto | otra cosa | también | una cosa más | así que | gracias | no | sí | bueno |
  e | ma | inoltre | a proposito | un'altra cosa | anche | comunque | quindi | grazie | no | sì |
  e | mas | além disso | aliás | outra coisa | também | mais uma coisa | então | obrigad[oa] | não | sim |
  и | а | но | кстати | ещё | еще | также | кроме того | в общем | так что | спасибо | нет | да |
  另外 | 还有 | 对了 | 顺便 | 然后 | 而且 | 所以 | 好的 | 谢谢 | あと | それと | それから | ちなみに | では | なので | ありがとう | 그리고 | 또 | 아 그리고 | 참고로 | 그래서 | 고마워`;

/** Words for possessions, or for the object of an action. They do not show that this person is the speaker. */
export const POSSESSIVES = `my | me | mine | our | ours | us | mein\\p{L}* | mir | mich | unser\\p{L}* | uns | moi | mon | ma | mes | notre | nos | me | mi | mis | nuestr\\p{L}* | nos | mio | mia | nostr\\p{L}* | ci | meu | minha | nosso | nossa | мой | моя | мои | мне | меня | наш\\p{L}* | нам | нас`;

/** Thanks and praise for what the agent did. */
export const THANKS = `(hi|hello|hey|morning|good morning|ok|okay|hallo|moin|salut|bonjour|hola|ciao|oi|olá|привет|你好)?[,.! ]{0,3}(thanks|thank you|thx|ty|great|perfect|nice|good (work|job|morning)|well done|awesome|excellent|danke|super|prima|perfekt|merci|parfait|gracias|perfecto|genial|grazie|perfetto|ottimo|obrigad[oa]|perfeito|valeu|спасибо|отлично|супер) | 谢谢 | 太好了 | 很好 | ありがとう | 助かり | 고마워 | 감사 | 고맙 | 좋아`;

const ONWARDS =
  "(from now on|starting (today|now)|going forward|as of (today|now)|effective immediately|henceforth)";

/** Beginnings of an order or decision; "from now on" can also end one. */
export const OUTRIGHT_BEGINS = `${ONWARDS},? (always|never|use|do not|don't) | ${ONWARDS} (we|you|please|all|everybody|everyone|only) | we (decided|agreed) (to|that|on) | ab (jetzt|sofort) (immer|nie|nur|bitte|verwend\\p{L}*|nutz\\p{L}*|gilt) | wir haben (uns|beschlossen|entschieden) | à partir de maintenant,? (utilis\\p{L}*|on|nous|toujours|il faut) | nous avons décidé | a partir de ahora,? (usa\\p{L}*|siempre|hay|solo) | hemos decidido | d'ora in poi,? (usa\\p{L}*|usiamo|sempre|solo) | abbiamo deciso | a partir de agora,? (us\\p{L}*|sempre|só) | decidimos | с этого момента,? (всегда|использ\\p{L}*|мы|только) | отныне | мы решили | 从现在 | 我们决定`;

/** The same, and words that may follow the person's own topic: "log files: never in git". */
export const ORDER_BEGINS = `${ONWARDS} | we( have|'ve)? (decided|agreed|always|never|use|will|do|go with|stick with|keep) | ab (jetzt|sofort) | à partir de maintenant | a partir de (ahora|agora) | d'ora in poi | hemos decidido | abbiamo deciso | decidimos | с этого момента | отныне | мы решили | 从现在 | 我们决定 | always | never | immer | nie | wir (haben|verwenden|nutzen|benutzen|nehmen) | nous (avons|utilisons) | on utilise | toujours | siempre | nunca | usamos | sempre | mai | usiamo | мы используем | всегда | никогда | 以后 | 一律 | 必须 | 今後 | これから | 必ず | 앞으로 | 항상 | 우리는`;

/** Words that begin an order to a reader. */
export const ADDRESSED = `please | use | switch | stop | you (must|should|have to|need to|will|shall) | make sure | everyone | everybody | all (teams|developers|devs|engineers) | the (team|agent|assistant|system) (must|should|shall|will) | it is decided | bitte | verwende\\p{L}* | nutz\\p{L}* | benutz\\p{L}* | alle | ihr (müsst|sollt) | s'il (te|vous) plaît | merci de | utilise\\p{L}* | il faut | por favor | usa\\p{L}* | use[mn]? | utiliza\\p{L}* | hay que | per favore | usate | bisogna | usem | é preciso | пожалуйста | используй\\p{L}* | надо | нужно | теперь | 请 | 大家 | 使用 | 不要 | 全部 | ください | 全員 | 꼭 | 모두 | 반드시`;

/** Verbs of writing or sending at the beginning of a request. */
export const COMPOSES = `(please |now |then |and |can you |could you )?(add|write|change|set|make|put|create|commit|rename|insert|print|show|send|post|say|render|display|log|replace|test|try|append|generate|type|enter|reply|answer|draft|save|store|pass|feed|call|tell|text|email|message|ping|inform|remind|let|pretend) |
  (bitte )?(füg\\p{L}*|schreib\\p{L}*|änder\\p{L}*|setz\\p{L}*|commit\\p{L}*|erstell\\p{L}*|send\\p{L}*|schick\\p{L}*|antwort\\p{L}*|teste) | ajoute\\p{L}* | écris | écrivez | change\\p{L}* | mets | envoie\\p{L}* | crée\\p{L}* | réponds | añade | agrega | escribe | cambia | pon | envía | manda | crea | responde | aggiungi | scrivi | metti | invia | rispondi | adicion[ae] | escrev[ae] | mud[ae] | coloque | envi[ea] | mand[ae] | cri[ae] | respond[ae] | добавь | напиши | измени | поменяй | поставь | отправь | создай | ответь | 加 | 写 | 改 | 把 | 发 | 添加 | 创建 | 新增 | 用 | .{1,80}(追加|書いて|変更して|送って|テスト) | .{1,80}(추가|써줘|바꿔|보내|테스트)`;

/** Words before an order within a sentence that make the person its speaker, or begin a new clause. */
export const SPEAKS = `i | i'm | i'd | i'll | we | we'll | you | your | please | let's | lets | remember | note | ich | wir | du | bitte | je | nous | tu | te | yo | nosotros | por favor | io | noi | per favore | eu | nós | a gente | você | я | мы | ты | пожалуйста`;
/** When or where something was settled, before the words that say so: "in the meeting we decided …". */
export const WHEN_OR_WHERE = `in | on | at | after | during | last | yesterday | today | this | for | with | since | when | finally | originally | back | earlier | previously | im | in | am | nach | gestern | heute | letzte\\p{L}* | vor | hier | aujourd'hui | après | dans | en | la semaine | ayer | hoy | después | la semana | ieri | oggi | dopo | nella | nel | la settimana | ontem | hoje | na | no | depois | вчера | сегодня | на | в | после`;
export const JOINS = `and | so | but | then | because | since | that | also | ok | okay | which | where | what | how | when | und | aber | also | dann | weil | dass | et | mais | donc | que | alors | car | y | pero | así que | porque | e | ma | quindi | che | mas | então | и | но | а | что | так что | потому что`;

/** Phrases for imagined words that somebody may say one day. */
export const IF_SAID = `(if|when|whenever|once|suppose|in case|what if|should|imagine|assume|pretend) .{1,40}(say|says|said|tell|tells|told|ask|asks|asked|write|writes|wrote|type|types|typed|enter|enters|post|posts|claim|claims|order|orders|reads) .{0,20}(: | to (always|never|use) | that (we|you|from|always|never) | from now on | we decided) |
  (wenn|falls|sobald|angenommen) .{1,40}(sagt|schreibt|behauptet|tippt|eingibt|verlangt|fragt|steht).{0,20}: | (si|quand|lorsque) .{1,40}(dit|écrit|demande|tape|prétend).{0,20}: | (si|cuando) .{1,40}(dice|diga|escribe|escriba|pide|pida).{0,20}: | (se|quando) .{1,40}(dice|scrive|chiede|diz|disser|escreve|escrever|pede|pedir).{0,20}: | (если|когда) .{1,40}(скажет|говорит|напишет|пишет|попросит|просит|введёт).{0,20}: | (如果|假如|要是|万一).{0,20}(说|写|告诉|要求|输入).{0,6}[:：] | .{1,60}(と言ったら|と言われたら|と書かれて(い)?たら|と入力したら) | .{1,60}(라고 하면|라고 말하면|라고 쓰면|라고 입력하면)`;

/** Names for words: the text after them is mentioned, not said. */
export const WORDS_NAMED = `(inputs?|text|string|sentence|phrase|words|wording|messages?|title|titled|subject|label|labell?ed|caption|heading|headline|named|called|button|tooltip|placeholder|prompt|line|comment|slogan|banner|entitled|saying|reading|reads|says|say|body|content|payload|fixture|utterance|query|example|label .{1,20} to|button .{0,20}to|text .{0,20}to|title .{0,20}to|heading .{0,20}to|it to|(tell|text|email|message|ping|inform|remind) .{1,30} that|let .{1,30} know( that)?) |
  text | satz | eingabe | nachricht | titel | überschrift | beschriftung | knopf | zeile | kommentar | namens | lautet | beispiel | texte | phrase | message | titre | intitulé | étiquette | libellé | saisie | bouton | ligne | commentaire | exemple | texto | frase | mensaje | título | titulad[oa] | etiqueta | entrada | botón | línea | comentario | ejemplo | testo | messaggio | titolo | intitolat[oa] | etichetta | pulsante | riga | commento | esempio | mensagem | intitulad[oa] | rótulo | botão | linha | comentário | exemplo | текст\\p{L}* | фраз\\p{L}* | сообщени\\p{L}* | заголов\\p{L}* | названи\\p{L}* | кнопк\\p{L}* | строк\\p{L}* | комментари\\p{L}* | надпис\\p{L}* | пример\\p{L}* | 文本 | 文字 | 句子 | 标题 | 消息 | 按钮 | 输入 | 内容 | 例子 | 一行 | 写上 | テキスト | 文字列 | タイトル | メッセージ | ボタン | 入力 | ラベル | 例文 | 텍스트 | 문자열 | 문장 | 제목 | 메시지 | 버튼 | 입력 | 문구 | 예시`;

/** Words before a colon: other people, their possessions, and words that are passed on or invented. */
export const OTHERS = `(?!(let|today|yesterday|it|that|here|what|there|who|how|everyone|everybody)'s)\\p{L}+'s | outr[oa]s? | altr[oaie] | otr[oa]s? | autres? | andere\\p{L}* | deren | heißt es | соседн\\p{L}* | друг(ой|ая|ом|их|ого) | 隣 | 别的 | 其他 | 다른 | 옆 | the street | their | his | her | somebody(?:'s)? | someone(?:'s)? | other (repo|repository|team|project|company|agent|session) | another (repo|team|project|company|agent|session|person) | client | customer | boss | manager | lead | colleague | coworker | intern | vendor | competitor | cto | ceo | guy | people | example | prompt injection | (send|post|tell|reply|write|announce|tweet|forward|pinged|texted|mailed|dm'?ed|slacked|quoted?|put it|put this) .{0,40} |
  kunde\\p{L}* | chef\\p{L}* | kolleg\\p{L}* | jemand | beispiel | schick\\p{L}* .{0,30} | schreib\\p{L}* .{0,30} | client\\p{L}* | patron\\p{L}* | collègue\\p{L}* | quelqu'un | exemple | envoie\\p{L}* .{0,30} | écris .{0,30} | cliente | jefe | jefa | compañer[oa] | alguien | ejemplo | envía\\p{L}* .{0,30} | manda\\p{L}* .{0,30} | escribe\\p{L}* .{0,30} | capo | collega | qualcuno | esempio | invia .{0,30} | scrivi .{0,30} | chefe | colega | alguém | exemplo | envi[ea] .{0,30} | escrev[ae] .{0,30} | клиент\\p{L}* | заказчик\\p{L}* | начальник\\p{L}* | коллег\\p{L}* | кто-то | пример\\p{L}* | отправь .{0,30} | напиши .{0,30} | 客户 | 规定 | 老板 | 同事 | 经理 | 领导 | 有人 | 例子 | 例如 | 发给 | お客様 | 顧客 | 上司 | 同僚 | 部長 | 誰か | 例 | 送って | 고객 | 팀장 | 사장 | 동료 | 누가 | 예시 | 보내`;

/** Points back at a text that stands above. Beside the name of somebody else it says whose text that is. */
export const POINTS_BACK = `(this|that|these|those|it|all of (this|that)|(all|everything|the lines?|the rules?)? ?(the )?above)('s| is| are| was| were| came| comes) | das (ist|sind|war\\p{L}*|kam\\p{L}*|stammt) | c'(est|était) | ce sont | es[oa]s? (es|son|era\\p{L}*|viene\\p{L}*) | est[oa]s? (es|son|era\\p{L}*|viene\\p{L}*) | quest[oie] (è|sono|era\\p{L}*|vien\\p{L}*) | (isso|isto|ess[ea]s|est[ea]s) (é|são|era\\p{L}*|v[eê]m) | это | (这|那)些?是 | (これ|それ|以上)は | (이건|이것은|그건)`;
