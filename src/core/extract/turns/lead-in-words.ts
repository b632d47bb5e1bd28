/**
 * Words with which people introduce a text that is not theirs, by language, in the notation of `cue`. All languages are read together,
 * because a person may introduce an English page in any language.
 */
export type LeadInWords = {
  /** Places that prose is copied from, and people who send it. */
  readonly sources: string;
  /** Places that a program's output is copied from. The text after a blank line is the person's own again. */
  readonly printed: string;
  /** Words that point to the following text. They show whose text it is only next to a source. */
  readonly points: string;
  /** "the", "this", "their": a specific source, not the person's own heading. */
  readonly articles: string;
  /** Beginnings of the person's own headings: "for the docs:", "in the chat:". */
  readonly topics: string;
  /** The text came from somewhere: found, copied, received, left by somebody. */
  readonly handed: string;
  /** Another person says, writes or asks, in the third person. */
  readonly says: string;
  /** Reports that somebody else settled or ordered something for us. */
  readonly reports: string;
  /** Denies the words before. */
  readonly denies: string;
  /** Work whose object is a text and not the project. */
  readonly tasks: string;
  /** The end of the line that a mail program puts above a quoted mail. */
  readonly wrote: string;
  readonly greetings: string;
  readonly farewells: string;
};

const EN: LeadInWords = {
  sources: `readme | docs? | documentation | wiki | page | webpage | website | site | article | blog( post)? | post | tutorial | handbook | manual | guide\\p{L}* | contributing | policy | slides? | deck | screenshot | clause | chapter | section \\d\\S* | tweet | twitter | reddit | linkedin | hacker news | interview | podcast | text of | spec | rfc |
    issue | ticket | comment | e-?mails? | mail | newsletter | letter | message | slack | discord | teams | chat | channel | thread | conversation | transcript | minutes | notes | review | answer | reply | stack\\s?overflow | forums? | faq | tooltip | post-?it | sticker | poster | whiteboard |
    chatgpt | gemini | copilot | claude | (an)?other (agent|model|session|assistant|ai|bot) | bot | changelog | release notes | pr | pull request | (pr |job |issue )?description | commit( message)? | comments | proposal | memo | contract | book | paper | agents\\.md | claude\\.md | (system )?prompt | instructions of | (job )?(ad|advert|posting) | template | terms | licen[sc]e | dm | direct message | reviewer | other (repo|project|team) | vendor | quote`,
  printed: `logs? | output | errors? | trace | stack\\s?trace | response | console | terminal | result | snippet | (the|this|my|our|your) (config|file|code|script|test|build)`,
  points: `this is | that is | here is | here's | heres | here are | this comes | this came | this was | these are | the following | as follows | below | underneath | attached | look what | look at this | check this | read this | seen this | fyi | ^from | according to | has this | states | reads`,
  articles: `the | this | that | their | his | her | its | another | somebody's | someone's`,
  topics: `^for | ^in | ^on | ^about | ^regarding | ^when | ^with | ^as for | ^re`,
  handed: `(found|got|received|saw|spotted) (this|that|these|the following|it) | found (on|in|at|online|somewhere) | ^(seen|spotted|read) (on|in|at) | (i was|we were|somebody|someone|he|she|they|\\p{L}+) (sent|forwarded|handed|gave) (me|us|this|that|over) | was sent | left (this|these|the following|a (comment|note|message)) | (posted|wrote|said|sent|shared) (this|that|the following) | pasted | pasting | paste(s)? | copied | copy of | copy-?pasted? | quot(e|ed|ing)(?! marks) | forward(ed|ing) | fwd | fw | excerpt | snippet from | taken from | straight from | lifted from | ^from [\\w.-]+\\.\\p{L}{2,} | (i|we) (get|got|see|saw) (this|the following)\\s?: | (?<!i |we |you |i've |we've )(came|comes) up with | (?<!i |we |you |i've |we've |let's |please )(proposed|drafted|generated|produced|put together) (this|that|these|the following|a|an) | ^transcribed | (voice|audio) (note|memo|message) from`,
  says: `(?<!i |we |you )(said|told (me|us|him|her|them)|wrote|claimed|mentioned|insisted|argued|texted|emailed|messaged|posted|commented|announced|suggested|answered|replied|responded|recommended|explained) | says | say | answers | replies | recommends | tells (me|us) | writes | claims | insists | thinks we | reckons | suggests | (?<!i |we |you )wants (me|us) to | (?<!i |we |you )asked (me|us) to | according to | allegedly | supposedly | i (was|am|were) told | i('ve| have)? (read|heard) (that|somewhere|online) | rumou?r has it | word is`,
  reports: `(?<!i |we |you |i've |we've |i have |we have )(said|says|(docs|they|people|some|others) say|told (me|us|him|her|them)|tells (me|us)|claim(s|ed)|wrote|writes|mentioned|insist(s|ed)|announced|suggest(s|ed)|thinks|reckons|believes|heard|read)( that| in .{1,30})?,?:? (we|we've|we'd|we'll|you|you'll|i should|to (always|never|use|switch|stop)|always|never|from now on|everybody|everyone|use|don't) |
    (?<!i |we |you )(wants|asked|told|expects) (me|us|everyone|everybody|the team) to | according to (?!the (law|contract|licen[cs]e|spec|standard|regulat\\p{L}*|terms)).{1,40}(we|you|always|never) | allegedly | supposedly we | rumou?r has it | (not true|untrue|false|wrong|not the case) that (we|you|i)`,
  denies: `(that|this|it|which|he|she|they)('s| is| was| are|'re| were) (wrong|not true|untrue|false|nonsense|outdated|mistaken|incorrect|not the case|a lie|rubbish|bullshit|no longer true|not what we (want|do|decided)) | that isn't (true|right|so|the case) | not true | i (don't|do not) (agree|believe) | ignore (that|this|it|him|her|them) | we (didn't|did not|never) | don't (do|follow) that`,
  tasks: `translat(e|ion|ing) | ^(please )?(continue|finish|complete|extend|simplify|indent|format|parse) (this|these|the following) | (rate|grade|assess|evaluate|critique|judge) (this|the following) | ^(thoughts|opinions|feedback)( on (this|that|these|it))?\\s?[?:]?$ | summari[sz]e | sum up | tl;?dr | paraphrase | rephrase | reword | rewrite (this|the following|it|below) | ^(please |can you |could you )?(re-?write|re-?phrase|re-?word|phrase|word|put|say)( it| this| that)? (in|into|as|for|with) .{0,24}(tone|words?|style|english|voice|language|terms|prose|manner|formal\\p{L}*|casual\\p{L}*|polite\\p{L}*) | proof-?read | spell-?check | shorten (this|the following|it) | polish (this|the following|the text|my) | (fix|correct|check|improve) (the |my |our )?(\\p{L}+ )?(mistakes|grammar|spelling|wording|typos|english|language|style|tone) | improve (this|the following) (text|sentence|paragraph|wording) |
    what (does|do|did) (this|that|it|these|he|she|they|the (following|text|sentence)) mean | what is meant by | what('s| is) the meaning of | meaning of | explain (this|the following|what this|these) | (explain|understand|interpret) .{0,20}(paragraph|sentence|text|passage|policy) | review (this|the following|the) (pr|text|mail|e-?mail|description|message|document|doc|draft|policy|paragraph|post|proposal|spec) | comment on (this|the following) | thoughts on (this|the following) | what do you (think|make) (of|about) (this|these|the following|that) |
    (reply|respond|answer) to (this|the following) | draft a reply | write a reply | turn (this|the following) into | convert (this|the following) | extract .{1,30} from (this|the following) | analy[sz]e (this|the following) (text|mail|message|conversation|policy|chat) | is (this|that|it|the following) .{0,30}(true|correct|right|any good|good|sensible|legit|outdated|up to date|wise|reasonable) | (does|do) (this|these|that|the following) .{0,30}(make sense|hold|apply|sound|look (right|good|ok)) | make (this|it|the following) .{0,20}(sound|shorter|clearer|better|more|less) | classify | sentiment of`,
  wrote: "wrote | writes | said | forwarded message | original message | message from",
  greetings: "hi | hello | dear | hey | good (morning|afternoon|evening) | to whom it may concern",
  farewells:
    "(best|kind|warm)( regards| wishes)? | regards | cheers | sincerely | yours( sincerely| truly| faithfully)? | thanks | thank you | many thanks | all the best | br",
};

const DE: LeadInWords = {
  sources: `readme | doku | dokumentation | wiki | seite | webseite | artikel | blog | beitrag | handbuch | anleitung | leitfaden | richtlinie* | ticket | issue | kommentar | mail | e-mail | nachricht | brief | slack | chat | kanal | thread | gespräch | protokoll | notizen | review | antwort | chatgpt | beschreibung | commit* | vorschlag | vertrag | buch | forum | faq | zettel | aushang`,
  printed: "log | logs | ausgabe | fehler | fehlermeldung | konsole | terminal | ergebnis | datei | konfig*",
  points: `das ist | das steht | hier ist | hier sind | hier steht | da steht | steht in | steht im | ^im | folgende\\p{L}* | unten | siehe unten | ^aus de[rmn] | ^vom | laut`,
  articles: `der | die | das | den | dem | diese[rsmn]? | ihre[rsmn]? | seine[rsmn]?`,
  topics: `^für | ^bei | ^beim | ^zu | ^zum | ^zur | ^in den | ^wegen`,
  handed: `^(in|auf|im|bei|beim) .{1,40} (gefunden|gelesen|gesehen)\\s?: | ^(gefunden|gelesen|gesehen) (in|auf|im|bei) | (das|dies|folgendes) (gefunden|bekommen|erhalten|gelesen) | hat \\p{L}+( \\p{L}+)? (geschrieben|geschickt|gesagt|gepostet) | habe ich (gefunden|bekommen|erhalten) | (hat|haben) (mir|uns) .{0,30}(geschickt|geschrieben|gesendet|weitergeleitet) | kopiert | eingefügt | zitat | zitiere | weitergeleitet | wg | auszug | kam (von|vom|per)`,
  says: `sagt(e)? | hat( mir| uns)? (gesagt|geschrieben|erzählt) | gesagt hat | geschrieben hat | meint(e)? | behauptet(e)? | schreibt | schrieb | erzählt(e)? | schlug vor | will dass wir | laut | angeblich | hat .{0,40}(vorgeschlagen|entworfen|ausgedacht) | ich habe? (gehört|gelesen) | es heißt | steht`,
  reports: `(?<!ich |wir |du )(sagt|sagte|meint|meinte|behauptet|behauptete|schreibt|schrieb|erzählte|glaubt),? (dass )?(wir|ihr|du|man|immer|niemals|nie|ab jetzt|alle) | hat (mir |uns )?(gesagt|geschrieben|behauptet|erzählt),? (dass )?(wir|ihr|man|immer|nie|ab jetzt|alle) | angeblich | will,? dass wir`,
  denies: `(das|dies|was) (ist|war|stimmt) (aber )?(falsch|nicht|unsinn|quatsch|überholt|veraltet|gelogen) | stimmt (aber )?nicht | ist (aber )?(falsch|unsinn|quatsch) | vergiss das | haben wir nicht`,
  tasks: `übersetz\\p{L}* | fass\\p{L}* .{0,40}zusammen | zusammenfass\\p{L}* | formulier\\p{L}* .{0,30}um | umformulier\\p{L}* | korrigier\\p{L}* | korrekturles\\p{L}* | kürz\\p{L}* (das|den|diesen|folgende\\p{L}*) | verbesser\\p{L}* (den text|die grammatik|das deutsch|folgende\\p{L}*) | was (heißt|bedeutet) (das|dies|folgende\\p{L}*) | was ist damit gemeint | erklär\\p{L}* (das|dies|folgende\\p{L}*|mir das) | was hältst du (davon|von folgende\\p{L}*|hiervon) | antwort\\p{L}* auf (diese|folgende)\\p{L}* | prüf\\p{L}* (diesen|den folgenden) text`,
  wrote: "schrieb( .{1,60})? | weitergeleitete nachricht | ursprüngliche nachricht",
  greetings: "hallo | liebe[rs]? | sehr geehrte[rs]? | guten (tag|morgen|abend) | moin | servus",
  farewells:
    "(mit )?(freundlichen|besten|vielen|lieben|viele|beste|liebe|schöne) grüßen? | gruß | grüße | mfg | lg | vg",
};

const FR: LeadInWords = {
  sources: `readme | doc | docs | documentation | wiki | page | site | article | blog | guide | manuel | ticket | issue | commentaire | mail | e-mail | courriel | message | lettre | slack | chat | canal | fil | conversation | compte-?rendu | notes | revue | réponse | chatgpt | description | commit | proposition | contrat | livre | charte | règlement | forum | faq`,
  printed: "logs? | sortie | erreur | console | terminal | résultat | fichier | config*",
  points: `voici | voilà | ceci est | c'est (dans|écrit|tiré|ce) | ci-dessous | suivant\\p{L}* | d'après | selon | il est écrit | ^du | ^de la`,
  articles: `le | la | les | l' | ce | cet | cette | leur | son | sa`,
  topics: `^pour | ^dans | ^sur | ^concernant | ^quant`,
  handed: `^(trouvé|vu|lu|repéré)e?s? (sur|dans|chez) | j'ai (trouvé|reçu|copié|lu) | (m'a|nous a) (envoyé|écrit|transféré|laissé) | copié | collé | je colle | citation | je cite | transféré | tr | extrait`,
  says: `dit que | a dit | a proposé | m'a (dit|écrit|envoyé) | nous a (dit|écrit) | écrit que | prétend | affirme | pense qu\\p{L}* | veut qu\\p{L}* | d'après | selon | soi-disant | il paraît | j'ai (lu|entendu) | dit | indique`,
  reports: `(?<!j')(dit|a dit|prétend|affirme|a écrit|écrit|pense|croit) qu(e |')(on|nous|tu|vous|il faut) | (m'a|nous a) dit (de|d'|qu) | veut qu(e |')(on|nous) | soi-disant | il paraît qu\\p{L}* (on|nous)`,
  denies: `(c'est|ce n'est|c'était) (faux|pas vrai|pas le cas|n'importe quoi|une erreur|dépassé) | mais c'est faux | il se trompe | elle se trompe | on n'a pas | ignore (ça|cela)`,
  tasks: `tradui\\p{L}* | traduction | résum\\p{L}* | reformul\\p{L}* | paraphras\\p{L}* | corrig\\p{L}* | reli\\p{L}* (ce|le|ceci) | raccourci\\p{L}* | améliore (ce|le) texte | que (veut dire|signifie) | qu'est-ce que (ça|cela|ceci) (veut dire|signifie) | ça veut dire quoi | explique(-moi)? (ce|ça|cela|ceci|le) | que penses-tu de | répond\\p{L}* à ce`,
  wrote: "a écrit | message transféré | message d'origine",
  greetings: "bonjour | bonsoir | salut | cher | chère | chers | coucou",
  farewells:
    "cordialement | bien à (toi|vous) | amicalement | (bonne|belle) journée | merci | bises | à bientôt",
};

const ES: LeadInWords = {
  sources: `readme | léeme | docs? | documentación | wiki | página | sitio | artículo | blog | guía | manual | ticket | issue | comentario | correo | e-?mail | mensaje | carta | slack | chat | canal | hilo | conversación | acta | notas | revisión | respuesta | chatgpt | descripción | commit | propuesta | contrato | libro | política | foro | faq`,
  printed: "logs? | registro | salida | error | consola | terminal | resultado | archivo | fichero | config*",
  points: `esto es | este es | esta es | esto está | aquí (está|tienes|va) | lo siguiente | siguiente\\p{L}* | abajo | a continuación | ^del | ^de la | según`,
  articles: `el | la | los | las | este | esta | su | sus`,
  topics: `^para | ^en | ^sobre | ^con`,
  handed: `^(encontrado|visto|leído) en | (encontré|recibí|copié|leí) | (me|nos) (envió|mandó|escribió|pasó|dejó|reenvió) | copiado | pegado | pego | cito | cita de | reenviado | rv | extracto`,
  says: `dijo | propuso | ha propuesto | dice que | me (dijo|escribió|ha dicho|contó|envió|mandó) | nos dijo | escribió | afirma | asegura | quiere que | según | supuestamente | dicen que | he (leído|oído) | dice | pone`,
  reports: `(dice|dijo|afirma|asegura|escribió|cree|piensa) que (usamos|usemos|decidimos|hemos|hay que|debemos|tenemos|siempre|nunca|vamos|todos) | (me|nos) (dijo|ha dicho) que | quiere que (usemos|todos|\\p{L}+emos|\\p{L}+amos) | supuestamente | según .{1,30}(usamos|decidimos|siempre|nunca)`,
  denies: `(eso|esto|pero) (es|no es|está) (falso|mentira|verdad|cierto|así|un error|equivocado|mal) | es falso | no es (verdad|cierto|así) | se equivoca | no hemos`,
  tasks: `traduc\\p{L}* | resum\\p{L}* | reformula\\p{L}* | parafrase\\p{L}* | corrig\\p{L}* | corrección | acorta (esto|este) | mejora (este|el) texto | qué (significa|quiere decir) | explica(me)? (esto|este|lo siguiente) | qué (opinas|piensas) de (esto|este|esta|lo siguiente) | responde a est\\p{L}*`,
  wrote: "escribió | mensaje reenviado | mensaje original",
  greetings: "hola | buenos días | buenas( tardes)? | estimad[oa]s? | querid[oa]s?",
  farewells: "saludos | un saludo | atentamente | un abrazo | gracias | cordialmente",
};

const IT: LeadInWords = {
  sources: `readme | documentazione | docs? | wiki | pagina | sito | articolo | blog | guida | manuale | ticket | issue | commento | mail | e-mail | email | messaggio | lettera | slack | chat | canale | conversazione | verbale | note | revisione | risposta | chatgpt | descrizione | commit | proposta | contratto | libro | regolamento | forum | faq`,
  printed: "log | output | errore | console | terminale | risultato | file | config*",
  points: `questo è | questa è | ecco | quanto segue | seguente | seguenti | qui sotto | ^dal | ^dalla | ^dai`,
  articles: `il | lo | la | i | gli | le | questo | questa | il suo | la sua`,
  topics: `^per | ^nel | ^nella | ^nei | ^su | ^con`,
  handed: `^(trovato|visto|letto) (su|sul|sulla|in|nel|nella) | ho (trovato|ricevuto|copiato|letto) | (mi|ci) ha (mandato|scritto|inviato|lasciato|girato) | copiato | incollo | incollato | cito | citazione | inoltrato | estratto`,
  says: `ha detto | ha proposto | dice che | mi ha (detto|scritto|mandato) | ci ha detto | ha scritto | sostiene | afferma | vuole che | secondo (il|la|lui|lei|loro) | a quanto pare | pare che | ho (letto|sentito) | dice | c'è scritto`,
  reports: `(dice|ha detto|sostiene|afferma|ha scritto|crede|pensa) che (usiamo|abbiamo|dobbiamo|bisogna|sempre|mai|noi|tutti) | (mi|ci) ha detto (di|che) | vuole che (usiamo|tutti|\\p{L}+iamo) | secondo .{1,30}(usiamo|abbiamo deciso|sempre|mai)`,
  denies: `(questo|quello|ma|è) (è |non è )?(falso|sbagliato|vero|una bugia|superato) | non è (vero|così) | si sbaglia | non abbiamo`,
  tasks: `traduc\\p{L}* | traduzione | riassum\\p{L}* | riformul\\p{L}* | parafras\\p{L}* | corregg\\p{L}* | accorcia (questo|questa) | migliora (questo|il) testo | (che )?cosa (significa|vuol dire) | che significa | spiega(mi)? (questo|questa|quanto segue) | cosa (ne )?pensi di (questo|questa) | rispondi a quest\\p{L}*`,
  wrote: "ha scritto | messaggio inoltrato | messaggio originale",
  greetings: "ciao | buongiorno | buonasera | salve | gentile | gentili | car[oaie]",
  farewells: "(cordiali|distinti) saluti | saluti | un saluto | a presto | grazie | un abbraccio",
};

const PT: LeadInWords = {
  sources: `readme | documentação | docs? | wiki | página | site | artigo | blog | guia | manual | ticket | issue | comentário | e-?mail | mensagem | carta | slack | chat | canal | conversa | ata | notas | revisão | resposta | chatgpt | descrição | commit | proposta | contrato | livro | política | fórum | faq`,
  printed: "logs? | saída | erro | console | terminal | resultado | arquivo | ficheiro | config*",
  points: `isto é | isso é | isto está | isso está | aqui está | eis | o seguinte | a seguir | seguinte\\p{L}* | abaixo | ^do | ^da | segundo`,
  articles: `o | a | os | as | este | esta | esse | essa | seu | sua`,
  topics: `^para | ^no | ^na | ^nos | ^nas | ^sobre | ^com`,
  handed: `^(encontrado|visto|lido) (num|numa|no|na|em) | (encontrei|recebi|copiei|li) | (me|nos) (mandou|enviou|escreveu|passou|deixou|encaminhou) | copiado | colado | colei | cito | citação | encaminhado | enc | trecho`,
  says: `disse | propôs | diz que | me (disse|escreveu|contou|mandou|enviou) | nos disse | escreveu | afirma | quer que | segundo (o|a|ele|ela|eles) | supostamente | parece que | (li|ouvi) que | diz | está escrito`,
  reports: `(diz|disse|afirma|escreveu|acha|acredita) que (usamos|decidimos|devemos|temos|é preciso|sempre|nunca|a gente|nós|todos|vamos) | (me|nos) disse (para|que) | quer que (a gente|usemos|todos|\\p{L}+emos) | supostamente | segundo .{1,30}(usamos|decidimos|sempre|nunca)`,
  denies: `(isso|isto|mas) (é|não é|está) (falso|mentira|verdade|errado|assim|um erro) | não é (verdade|assim) | está errad[oa] | está enganad[oa] | não decidimos`,
  tasks: `traduz\\p{L}* | tradução | resum\\p{L}* | reformul\\p{L}* | parafrasei\\p{L}* | corrij\\p{L}* | corrig\\p{L}* | encurt\\p{L}* (isto|isso|este) | melhor[ae] (este|o) texto | o que (significa|quer dizer) | expli(ca|que|ca-me)(-me)? (isto|isso|este|o seguinte) | o que (acha|achas) d(isto|isso|este|esta) | respond\\p{L}* a est\\p{L}*`,
  wrote: "escreveu | mensagem encaminhada | mensagem original",
  greetings: "olá | oi | bom dia | boa (tarde|noite) | prezad[oa]s? | car[oa]s?",
  farewells: "atenciosamente | cumprimentos | abraços? | obrigad[oa] | saudações | att",
};

const RU: LeadInWords = {
  sources: `readme | ридми | документаци\\p{L}* | вики | страниц\\p{L}* | сайт\\p{L}* | стать\\p{L}* | блог\\p{L}* | инструкци\\p{L}* | руководств\\p{L}* | тикет\\p{L}* | задач\\p{L}* | комментари\\p{L}* | письм\\p{L}* | почт\\p{L}* | сообщени\\p{L}* | слак\\p{L}* | чат\\p{L}* | переписк\\p{L}* | канал\\p{L}* | протокол\\p{L}* | заметк\\p{L}* | ревью | ответ\\p{L}* | chatgpt | описани\\p{L}* | коммит\\p{L}* | договор\\p{L}* | книг\\p{L}* | регламент\\p{L}* | форум\\p{L}* | вікі | сторін\\p{L}* | статт\\p{L}* | лист\\p{L}* | повідомлен\\p{L}* | документаці\\p{L}*`,
  printed:
    "лог | логи | вывод | ошибк\\p{L}* | консол\\p{L}* | терминал\\p{L}* | результат | файл\\p{L}* | конфиг\\p{L}*",
  points: `это из | это в | вот | ось | це з | нижче | наступн\\p{L}* | ^з | ^із | следующ\\p{L}* | ниже | согласно | написано | ^из`,
  articles: `это | этот | эта | эти | их | его | её`,
  topics: `^для | ^в | ^на | ^по | ^про | ^о`,
  handed: `(нашёл|нашел|нашла|получил|получила|прислал\\p{L}*|скинул\\p{L}*|переслал\\p{L}*|оставил\\p{L}*|знайшо\\p{L}*|отримав|отримала|надіслал\\p{L}*|переслав\\p{L}*) | ^(нашлось|найдено|увидел\\p{L}*) (на|в) | скопировал\\p{L}* | вставляю | цитат\\p{L}* | цитирую | пересылаю | отрывок`,
  says: `сказал\\p{L}* | предложил\\p{L}* | запропонува\\p{L}* | говорит | написал\\p{L}* | пишет | утвержда\\p{L}* | считает | хочет чтобы | хочет, чтобы | по словам | согласно | якобы | говорят | я (читал|слышал)\\p{L}* | написано | каже | кажуть | сказав | сказала | написав | написала | пише | стверджує | за словами`,
  reports: `(сказал|сказала|сказали|говорит|говорят|написал|написала|пишет|утверждает|считает|считают|думает),? (что )?(мы|надо|нужно|всегда|никогда|теперь|все) | хочет,? чтобы (мы|все) | по словам .{1,30}(мы|всегда|никогда) | якобы`,
  denies: `(это|но это) (неправда|не так|неверно|ошибка|ерунда|чушь|ложь|не правда) | он ошибается | она ошибается | мы (этого )?не решали`,
  tasks: `переклад\\p{L}* | підсумуй\\p{L}* | що (це )?означає | поясни\\p{L}* (це|цей|наступн\\p{L}*) | виправ (граматику|помилки) | переведи\\p{L}* | перевод | перевести | резюмируй\\p{L}* | суммируй\\p{L}* | перескажи\\p{L}* | перефразируй\\p{L}* | исправь (грамматику|ошибки|опечатки)\\p{L}* | проверь (грамматику|орфографию|текст) | отредактируй\\p{L}* | сократи\\p{L}* (это|этот|текст) | что (это )?(значит|означает) | объясни\\p{L}* (это|этот|следующ\\p{L}*) | что думаешь (об этом|о следующ\\p{L}*|про это) | ответь на (это|следующ\\p{L}*)`,
  wrote:
    "написал(а)? | пишет | написав | написала | пише | переслане повідомлення | пересланное сообщение | исходное сообщение",
  greetings:
    "привіт | вітаю | шановн\\p{L}* | доброго (дня|ранку|вечора) | привет | здравствуй(те)? | добрый (день|вечер) | доброе утро | уважаем\\p{L}* | коллеги",
  farewells: "з повагою | дякую | с уважением | спасибо | всего доброго | до встречи | с наилучшими",
};

const ZH: LeadInWords = {
  sources: `readme | 文档 | 文件里 | 说明 | 维基 | 网页 | 页面 | 网站 | 文章 | 博客 | 手册 | 指南 | 工单 | issue | 评论 | 邮件 | 消息 | 来信 | 群里 | 群聊 | 聊天 | 对话 | 会议纪要 | 笔记 | 回复 | 回答 | chatgpt | 描述 | 提交信息 | 合同 | 同事 | 老板 | 经理 | 论坛`,
  printed: "日志 | 输出 | 报错 | 错误 | 控制台 | 终端 | 结果 | 配置",
  points: `这是 | 以下 | 下面 | 如下 | 见下 | 来自 | 根据 | 写着`,
  articles: `这个 | 这份 | 他们的 | 他的 | 她的`,
  topics: `关于 | 对于`,
  handed: `找到 | 收到 | 复制 | 粘贴 | 引用 | 转发 | 摘自 | 发来 | 发的 | 发给我 | 看到`,
  says: `说我们 | 说要 | 说：| 说过 | 告诉我 | 跟我说 | 写道 | 声称 | 认为 | 要求我们 | 据说 | 听说 | 根据.{1,10}(文档|说法) | 写着`,
  reports: `(同事|老板|经理|领导|客户|实习生|他|她|他们|有人|文档|网上|小\\p{L}|老\\p{L}).{0,6}(说|表示|认为|声称|写道|要求).{0,4}(我们|要|以后|必须|一律|不要|应该|都) | 据说 | 听说`,
  denies: `(这|那)(是|不)?(错的|不对|是错的|不是真的|不正确) | 不对 | 是错的 | 他错了 | 她错了 | 我们没有`,
  tasks:
    "翻译 | 总结 | 概括 | 摘要 | 改写 | 润色 | 校对 | 修改语法 | 纠正语法 | 语法错误 | 缩短 | 是什么意思 | 什么意思 | 解释一下 | 解释下面 | 怎么看 | 回复这 | 审阅",
  wrote: "写道 | 转发的邮件 | 原始邮件",
  greetings: "您好 | 你好 | 大家好 | 尊敬的 | 各位",
  farewells: "此致 | 敬礼 | 祝好 | 谢谢 | 顺祝",
};

const JA: LeadInWords = {
  sources: `readme | ドキュメント | 文書 | ウィキ | wiki | ページ | サイト | 記事 | ブログ | マニュアル | ガイド | チケット | issue | コメント | メール | メッセージ | 手紙 | スラック | slack | チャット | 会話 | 議事録 | メモ | レビュー | 回答 | 返信 | chatgpt | 説明 | コミットメッセージ | 契約 | 同僚 | 上司 | イシュー | フォーラム`,
  printed: "ログ | 出力 | エラー | コンソール | ターミナル | 結果 | 設定ファイル",
  points: `これは | のコメント | の投稿 | 以下 | 次の | 下記 | 下の | こちら | によると | 書いてあ`,
  articles: `この | その | 彼の | 彼女の`,
  topics: `について | に関して`,
  handed: `見つけ | 届い | もらっ | 送られ | 送って | コピー | 貼り付け | 貼ります | 引用 | 転送 | 抜粋 | からの`,
  says: `と言って | と言った | と言われ | と書いて | と書いた | と述べ | と主張 | だそうです | らしい | によると | と聞い | 書いてあ`,
  reports: `(さん|君|氏|上司|同僚|部長|インターン|彼|彼女|彼ら|ドキュメント).{0,40}(と言って(い|た|る|ま)|と言った|と言いました|と述べ|と主張|と書いて) | だそうです`,
  denies: `(それ|これ)は(間違い|違い|嘘|誤り|正しくな) | 間違っています | 間違いです | そうではありません | 決めていません`,
  tasks:
    "翻訳 | 訳して | 要約 | まとめて | 言い換え | 書き直 | 校正 | 添削 | 文法を | 短くして | どういう意味 | 意味は | 意味を | 説明して | どう思 | 返信を",
  wrote: "書きました | のメッセージ | 転送されたメッセージ | 元のメッセージ",
  greetings: "お世話になっております | お疲れ様です | こんにちは | おはようございます | 各位 | 皆様",
  farewells: "よろしくお願い(いた|致)?します | 敬具 | 以上 | ありがとうございます",
};

const KO: LeadInWords = {
  sources: `readme | 문서 | 위키 | 페이지 | 사이트 | 글 | 기사 | 블로그 | 매뉴얼 | 가이드 | 티켓 | 이슈 | 댓글 | 메일 | 이메일 | 메시지 | 편지 | 슬랙 | 채팅 | 대화 | 회의록 | 메모 | 리뷰 | 답변 | 답장 | chatgpt | 설명 | 커밋 메시지 | 계약 | 동료 | 팀장 | 포럼`,
  printed: "로그 | 출력 | 에러 | 오류 | 콘솔 | 터미널 | 결과 | 설정 파일",
  points: `이건 | 이것은 | 다음 | 아래 | 여기 | 에 따르면 | 적혀 | 써 있`,
  articles: `이 | 그 | 그들의 | 그의`,
  topics: `에 대해 | 관련`,
  handed: `찾았 | 받았 | 받은 | 보낸 | 보내 | 복사 | 붙여 | 인용 | 전달 | 발췌 | 에서 가져 | 남긴`,
  says: `라고 말 | 라고 했 | 라고 하 | 다고 말 | 다고 했 | 다고 하 | 라고 썼 | 에 따르면 | 주장 | 래요 | 대요 | 들었 | 적혀`,
  reports: `(씨|님|이|가|은|는|께서) .{1,60}(다고|라고|자고) (말했|했|합니다|하더|해요|말합니다|썼) | 따르면 .{1,30}(우리|항상|절대)`,
  denies: `(그건|그것은|이건|하지만) .{0,6}(틀렸|아니|사실이 아니|거짓|잘못) | 틀렸 | 사실이 아니 | 결정하지 않았`,
  tasks:
    "번역 | 요약 | 정리해 | 바꿔 써 | 다시 써 | 교정 | 문법 | 줄여 | 무슨 뜻 | 무슨 의미 | 뜻이 | 설명해 | 어떻게 생각 | 답장을",
  wrote: "작성 | 썼습니다 | 전달된 메시지 | 원본 메시지",
  greetings: "안녕하세요 | 안녕하십니까 | 여러분",
  farewells: "감사합니다 | 드림 | 올림 | 수고하세요",
};

export const LEAD_IN_WORDS: readonly LeadInWords[] = [EN, DE, FR, ES, IT, PT, RU, ZH, JA, KO];
