import { phrases } from "./phrases.ts";

/** Phrases of warning. */
export const WARNS = phrases(
  `careful|be careful|watch out|beware|gotcha|pitfall|footgun|caveat|mind that|keep in mind|be aware|
   heads up|heads-up|fyi|warning|watch it|look out|the catch|one catch|known (bug|issue|problem)`,
  `achtung|vorsicht|pass auf|passt auf|aufpassen|obacht|fallstrick|stolperfalle|aufgepasst|nicht wundern|
   falle`,
  `ojo|cuidado|atención|atencion|aviso|trampa|ten en cuenta|ándate con ojo`,
  `attention|gaffe|fais gaffe|faites gaffe|méfie-toi|méfiez-vous|piège|prends garde`,
  `cuidado|atenção|fica esperto|fique atento|pegadinha|armadilha|lembra que|toma cuidado`,
  `attenzione|occhio|attento|attenti|trappola|tieni presente|stai attento`,
  `осторожно|осторожней|аккуратн*|внимание|имей в виду|имейте в виду|учти|учтите|грабли|подводн* кам*|
   смотри не`,
  `注意|小心|当心|有个坑|踩坑|踩过坑|大坑|别忘|要命的是`,
  `気をつけ|注意|ハマ(り|っ|る)|落とし穴|罠|要注意|気を付け`,
  `조심|주의|함정|삽질|유의`,
);

/** Phrases that are used only for warnings. */
export const WARNS_STRONGLY = phrases(
  `careful (with|when|if)|be careful|watch out|beware|gotcha|pitfall|footgun|look out|
   known (bug|issue|problem)`,
  `vorsicht|pass auf|passt auf|obacht|fallstrick|stolperfalle|aufgepasst`,
  `ojo con|ojo que|ten cuidado|cuidado con|cuidado que|ándate con ojo`,
  `fais gaffe|faites gaffe|méfie-toi|méfiez-vous|prends garde|attention au|attention aux`,
  `cuidado com|cuidado que|toma cuidado|pegadinha|armadilha`,
  `occhio a|occhio che|stai attento|state attenti|attento che|attenzione che`,
  `осторожно|осторожней|имей в виду|имейте в виду|учти|учтите|грабли|подводн* кам*`,
  `小心|当心|有个坑|踩坑|踩过坑|大坑`,
  `気をつけ|気を付け|ハマ(り|っ|る)|落とし穴`,
  `조심|함정|삽질`,
);

/** Phrases for a loss. They may also be in the sentence before or after. */
export const LOST = phrases(
  `the hard way|
   (lost|cost|took|wasted|spent|burned) (me|us|him|her|them) (a|an|half|two|three|the|hours|days|\\d+)|
   bit (me|us)|happened to (me|us)|(lost|spent|wasted) (a|an|half|two|three|hours|days|\\d+) \\p{L}+`,
  `hat (mich|uns) .{1,30}gekostet|auf die harte tour|stunden gesucht|tag gesucht`,
  `me costó|nos costó|perdí (un|una|dos|tres|horas|toda)|perdimos`,
  `j'ai perdu|on a perdu|ça m'a (pris|coûté)`,
  `perdi (um|uma|duas|horas|a tarde)|perdemos|me custou`,
  `ho perso|abbiamo perso|mi è costat*`,
  `убил* (день|два|три|час|полдня|вечер)|потратил* (день|два|три|час|полдня|вечер)`,
  `浪费了|折腾了|花了.{1,4}(天|小时)`,
  `溶かし|(時間|日)(も)?無駄`,
  `날렸|날려먹|고생했`,
);

/** Words for the network between a machine and the world. */
export const NETWORK = phrases(
  `vpn|proxy|firewall|intranet|corporate network|office network|timezone|time zone|locale`,
  `firmennetz|zeitzone|впн|прокси|часовой пояс|代理|内网|时区|プロキシ|社内ネットワーク|사내망|프록시`,
);

/** Begins with a lack of something. */
export const LACKS = /^\P{L}*(?:\p{L}{1,6}\P{L}+){0,2}(?:without|ohne|sin|sans|sem|senza|без)(?!\p{L})/u;

/** It cost somebody something, or recurs: a lesson, not a report. */
export const LEARNT = phrases(
  `turns out|turned out|
   (lost|cost|costs|took|burned|burnt|wasted|spent) (me|us|you|him|her|them)? ?(a|an|half a|two|three|the|my|our|hours|days|\\d+)|
   bit (me|us)|bites (me|us|you)|bitten|the hard way|every (single )?time|each time|all the time|
   again and again|second time|third time|while you're at it|while at it|learned|found out|known to|
   by the way|btw|(the )?last time (we|i|somebody|someone)|
   every (night|day|morning|week|monday|restart|reboot)|after \\d+ (minutes|hours|requests|seconds)|
   always (fails|breaks|crashes|hangs|dies|times out)|fails .{1,40} always|no error|no warning|
   don't rely on|fwiw|silently|without (a |any )?(warning|message|error|notice|trace)|
   happened to (me|us)|bites people|people trip over|for the record|unrelated|whenever|as soon as|
   just so you know|apparently`,
  `jedes mal|jedesmal|immer wenn|schon wieder|zum zweiten mal|hat (mich|uns)|gekostet|letztes mal|
   beim letzten mal|jede nacht|jeden (tag|morgen)|ohne was zu sagen|verlass dich nicht|übrigens|
   stillschweigend|ohne (meldung|warnung|fehlermeldung)|keine meldung|
   wie sich (herausstellte|rausgestellt)|stellt sich raus|stellte sich raus|sobald|nebenbei`,
  `cada vez|resulta que|perdí|perdimos|me (costó|comí)|nos (costó|pasó)|la última vez|cada noche|
   sin decir nada|por cierto|sin avisar|en silencio|en cuanto|ya nos pasó|ah,`,
  `à chaque fois|chaque fois|en fait|il s'avère|j'ai perdu|on a perdu|la dernière fois|chaque nuit|
   toutes les nuits|sans rien dire|au passage|en silence|sans prévenir|dès que|d'ailleurs`,
  `toda vez|acontece que|descobri|perdi|perdemos|da última vez|toda noite|sem falar nada|sem dizer nada|
   aliás|sem avisar|silenciosamente|assim que|custou`,
  `ogni volta|a quanto pare|ho perso|abbiamo perso|l'ultima volta|ogni notte|senza dire nulla|
   senza dire niente|tra l'altro|senza avvisare|in silenzio|appena|ci è costato`,
  `каждый раз|оказалось|оказывается|убил*|потратил*|потерял*|между прочим|в прошлый раз|прошлый раз|
   каждую ночь|без ошибок|кстати|молча|без предупреждения|как только|вообще`,
  `每次|原来|之前|上次|结果|静默|不报错|浪费了|折腾了|一旦|只要`,
  `毎回|実は|前回|毎晩|毎朝|結局|黙って|溶か(し|す)|無駄に|たびに|と(すぐ|必ず)|前に|らしい|先輩`,
  `매번|알고 보니|저번에|조용히|날렸|날려|할 때마다|하자마자`,
);

/** Phrases for a problem. */
export const HARM = phrases(
  `break|breaks|broke|broken|fail|fails|failed|failing|crash|crashes|crashed|hang|hangs|hung|dies|
   blows up|blew up|explodes|times out|time out|deadlock*|freezes|segfault*|corrupt*|wipes|wiped|wipe|
   overwrit*|drops|dropped|loses|lose|lost|gets lost|deletes|swallow*|silently|sits there|
   (end|ends|ended) up (with|in|on)|(get|gets|got) (a|an) .{0,20}(error|timeout|exception)|
   (cert|tls|ssl|auth|permission|lock|memory) errors?|stuck|locks|timeout|timeouts|stalls|throws|
   errors out|leaks|
   (doesn't|does not|don't|do not|won't|will not|can't|cannot|didn't|isn't|aren't|never|not) (work|start|run|build)\\p{L}*|
   (doesn't|does not|don't|won't|can't|cannot|didn't|isn't|never|not) (compile|boot|load|connect|apply|respond)\\p{L}*|
   (doesn't|does not|don't|won't|can't|cannot|didn't|isn't|never|not) (update|refresh|get|arrive|support|survive|happen)\\p{L}*|
   (doesn't|does not|don't|won't|can't|cannot|didn't|never|not) (fire|reach|see|find|install|match|handle|accept|resolve)\\p{L}*|
   wrong|garbage|garbled|refuse*|reject*|truncate*|cuts off|strips|locks (up|out|you)|locked|flaky|
   doubles|twice|duplicate*|ignored|ignores|stale|out of memory|oom|oomkilled|blocks|block|flips|mangles|
   eats|kills|aborts|bricks|loops forever|rate limited|(stops|stopped) \\p{L}+ing|
   (doesn't|don't|won't|never) (show|pick|come|close|stop|finish|return|sync|render|scale|play|open|save|close)\\p{L}*|
   expires|goes (down|away|missing|stale)|gets (lost|stuck|killed|dropped|corrupted|wiped|overwritten)|
   unusable|unreadable|(is|are) gone`,
  `kaputt|bricht|fliegt|knallt|steigt aus|geht das nicht|läuft .{1,30} in einen|hängt|stürzt|abstürz*|
   scheitert|schlägt fehl|schlägt .{1,40} fehl|stürzt .{1,30} ab|schiefgeht|geht nicht|geht schief|
   läuft nicht|startet nicht|funktioniert nicht|kommt nicht|findet nicht|verliert|verloren|löscht|
   gelöscht|überschreibt|blockiert|gesperrt|weg|timeout|sperrt|wirft fehler|fehler beim|einen fehler|
   fehlermeldung|crasht|stirbt|kracht|leer|falsch|doppelt|steht|friert|rauscht|zerschießt|zerlegt|
   verschluckt`,
  `falla|fallan|peta|petan|rompe|rompen|dejó de funcionar|deja de funcionar|revienta|cuelga|cuelgan|
   se queda|bloqueado|bloquea|
   no (arranca|funciona|compila|va|carga|llega|encuentra|conecta|levanta|pasa|sale|abre)|pierde|pierden|
   borra|borran|se pierde|sobrescribe|da error|dan error|lanza error|muere|explota|duplic*|tira abajo|
   casca|corrompe*`,
  `plante|plantent|casse|cassent|arrête de fonctionner|ne marche plus|marche plus|échoue|pète|bloque|
   bloqué|bloquée|ne (marche|démarre|fonctionne|compile|passe|répond|charge|trouve) pas|marche pas|
   démarre pas|passe pas|perd|perdu|perdus|efface|écrase|saute|tombe|une erreur|en erreur|crashe|meurt|
   foire|part en vrille|vide|dupliqu*|corromp*`,
  `parou de funcionar|para de funcionar|quebra|quebram|falha|falham|trava|travam|cai|caem|morre|
   não (chega|funciona|sobe|roda|compila|abre|carrega|conecta|inicia|acha|passa)|perde|perdem|apaga|some|
   sobrescreve|dá erro|dão erro|estoura|bloqueia|duplic*|crasha|corrompe*`,
  `rompe|rompono|smette di funzionare|ha smesso di funzionare|fallisce|blocca|bloccato|crasha|esplode|
   non (parte|funziona|va|compila|arriva|trova|carica|risponde|si avvia|passa)|perde|perdono|cancella|
   sovrascrive|dà errore|va in errore|muore|salta|pianta|si pianta|duplic*|corrompe`,
  `перестаёт работать|перестал* работать|перестает работать|падает|падают|упад*|ломается|ломаются|ломает|
   сломает*|завис*|висн*|висит|висят|вылетает|крашится|теряет*|теряются|затирает|удаляет|
   не (работает|собирается|запускается|стартует|поднимается|видит|находит|доходит|приходит|компилируется|влезает|грузится|открывается|отвечает)|
   отваливается|с ошибкой|выда(ё|е)т ошибк*|сыпется|стирает|дублиру*|блокиру*|валится|молча`,
  `报错|失败|崩|卡住|卡死|挂掉|挂了|会挂|超时|丢失|丢数据|丢掉|死锁|打不开|起不来|跑不起来|跑不了|不生效|没反应|不工作|用不了|覆盖掉|清空|删掉|截掉|乱码|出错|重复|炸|阻塞|
   连不上|找不到|编译不过|装不上|爆|不能用|读不到|收不到|失效`,
  `落ち(る|ます|て)|失敗|壊れ|固まる|固まり|止まる|止まり|動かな|動きません|起動しな|起動しません|エラー(に|が|で)|消える|消え(て|ま)|消し|上書き|文字化け|ハング|タイムアウト|
   つながらな|繋がらな|通らな|反映されな|届かな|死ぬ|死に|こける|こけ(ます|て)|クラッシュ|重複|見つからな`,
  `깨지|깨져|깨짐|죽어|죽습|죽는|터져|터집|터지|실패|에러(가|나|남|뜨|로)|멈춰|멈춥|멈춤|안 (됩|돼|되|뜨|떠|돌아|먹|붙|열|켜|나|와|옵|맞)|날아가|날아감|사라|꼬여|
   꼬입|느려|막혀|막힙|오류(가|나|로)|중복|누락|뻗`,
);

/** It always holds, not only now. */
export const LASTS = phrases(
  `always|never|every time|each time|whenever|otherwise|or else|unless|note that|as long as|
   only (works|runs|builds|supports)|works only|on this machine|in this (repo|project|environment)`,
  `immer|nie|jedes mal|sonst|andernfalls|solange|es sei denn|geht nur|läuft nur`,
  `siempre|nunca|cada vez|si no|de lo contrario|a menos que|mientras`,
  `toujours|jamais|chaque fois|sinon|à moins|tant que`,
  `sempre|nunca|toda vez|senão|caso contrário|a menos que|enquanto`,
  `sempre|mai|ogni volta|altrimenti|sennò|a meno che|finché`,
  `всегда|никогда|каждый раз|иначе|пока не`,
  `总是|每次|永远|否则|不然|除非|只能`,
  `必ず|毎回|常に|ないと|しないと|限り`,
  `항상|매번|절대|않으면|안 그러면`,
);

/** Names a requirement and the consequence of ignoring it. */
export const ELSE = phrases(
  `otherwise|or else|unless|
   (fails|breaks|crashes|dies|hangs|boot|start|work|works|run|compile|build) without|only works|
   works only|only runs|only builds|only if|only when|only with|except when|if you don't|if you forget|
   first or|before that or|or it|or the|or you|or they`,
  `sonst|ansonsten|wenn man vergisst|wenn du vergisst|andernfalls|es sei denn|geht nur|funktioniert nur|
   läuft nur|baut nur|nur wenn|nur mit`,
  `si no|sino|de lo contrario|si olvidas|si se te olvida|a menos que|
   (solo|sólo) (funciona|va|arranca|compila)|solo si|solo con|(funciona|arranca|compila) sin`,
  `sinon|si tu oublies|si on oublie|autrement|à moins|ne (marche|fonctionne|démarre|compile) que|
   (marche|fonctionne) que|seulement si|(marche|démarre) pas sans`,
  `senão|se não|se esquecer|se você esquecer|caso contrário|só (funciona|roda|sobe|compila)|só se|só com|
   (funciona|roda|sobe) sem|a menos que`,
  `altrimenti|sennò|se no|se dimentichi|se ti dimentichi|a meno che|(funziona|va|parte|compila) solo|
   solo se|solo con|(funziona|parte) senza`,
  `иначе|а то|если забыть|если забудешь|если не|только если|только с|только при|пока не`,
  `否则|不然|要不然|只有|忘了|忘记|除非|不先|没先|不.{1,8}的话|没有.{0,12}就|才(能|行|可以)`,
  `ないと|忘れると|じゃないと|しか.{1,6}ない|なければ|しないと|限り`,
  `않으면|안 그러면|까먹으면|잊으면|아니면|만 (됩|돼|되|가능|돌)|없으면|안 .{1,8}면|안하면`,
);

/** A rule with its reason: about people's actions, not about a problem. */
export const RULES = phrases(
  `must|should|shall|has to|have to|needs to|need to|is to be|are to be|always|never|every|each|don't let`,
  `muss|müssen|soll|sollen|sollte|immer|nie|jede|jeder|jedes|darf|dürfen`,
  `debe|deben|hay que|tiene que|tienen que|siempre|nunca|cada`,
  `doit|doivent|il faut|faut|toujours|jamais|chaque`,
  `deve|devem|tem que|têm que|sempre|nunca|cada`,
  `deve|devono|bisogna|sempre|mai|ogni`,
  `должен|должна|должно|должны|надо|нужно|всегда|никогда|каждый|каждая`,
  `必须|应该|要求|每个|都要|一律|得`,
  `べき|なければ|必ず|すべて|こと`,
  `해야|반드시|항상|모든`,
);

/** The sentence starts with an imperative. */
export const ORDERS =
  /^(?:(?:and|also|then|but|so|ok) )?(?:build|make|keep|use|add|set|put|write|leave|run|let|store|send|ship|show|give)(?!\p{L})/u;

/** Forbids an act of the kind that a machine performs. */
export const FORBIDS = phrases(
  `(don't|dont|do not|never) (run|use|call|start|launch|execute|upgrade|update|install|restart|enable|set|open|import|deploy|rebase|kill|delete|remove|rename|touch|edit|mount|build|push|apply|reload|bump|pass)`,
  `(nicht|nie|niemals|bloß nicht|bitte nicht) .{1,40}(aufrufen|starten|ausführen|benutzen|verwenden|updaten|löschen|neu starten|laufen lassen|anfassen)|
   ruf nicht|starte nicht|nimm nicht`,
  `no (lances|ejecutes|uses|corras|arranques|toques|actualices|borres|reinicies|llames|hagas)|
   nunca (lances|ejecutes|uses|corras)`,
  `(ne )?(lance|lancez|utilise|utilisez|exécute|touche|redémarre|supprime|appelle) (pas|jamais)`,
  `não (roda|rode|usa|use|execute|suba|atualize|apague|reinicie|chame|mexa)|nunca (rode|use|execute)`,
  `non (lanciare|usare|eseguire|avviare|toccare|aggiornare|cancellare|riavviare|chiamare)`,
  `не (запускай*|используй*|вызывай*|трогай*|обновляй*|удаляй*|перезапускай*|гоняй*)`,
  `(不要|别|千万别|禁止).{0,12}(跑|用|执行|启动|调用|升级|重启|删|改|动|开)`,
  `(実行|使用|起動|更新|削除|呼び出|再起動|使わ)(し)?ない(で|こと)`,
  `(실행|사용|호출|시작|업데이트|삭제|재시작|돌리|쓰)(하)?지 (마|말)`,
);

/** Names a precondition. */
export const WANTS = phrases(
  `needs|need|has to|have to|had to|must|requires|only works|works only|only runs|runs only|
   doesn't (run|work|support|do|handle)|does not (run|work|support|handle)|never|otherwise|unless|
   expects|won't|is full|it's full|are full`,
  `braucht|muss|müssen|benötigt|geht nur|sonst|läuft nicht|nie|erwartet|ist voll`,
  `necesita|hay que|requiere|solo (funciona|arranca)|nunca|si no|está lleno`,
  `il faut|nécessite|a besoin|doit|doivent|sinon|ne .{1,20} que|jamais|est plein`,
  `precisa|tem que|exige|nunca|senão|só funciona|está cheio`,
  `serve|richiede|bisogna|ha bisogno|altrimenti|funziona solo|mai|è pieno`,
  `нужен|нужна|нужно|надо|требует|сначала|иначе|никогда|не поддерживает|забит`,
  `需要|必须|得先|否则|不支持|只能|满了`,
  `必要|ないと|しないと|対応してい|いっぱい`,
  `필요|해야|않으면|지원하지|가득`,
);

/** Applies only in a certain case. */
export const IF = phrases(
  `if|when|whenever|as soon as|once you|every time|while`,
  `wenn|falls|sobald|solange|beim`,
  `si|cuando|cada vez|al`,
  `si|quand|lorsque|dès que|chaque fois`,
  `se|quando|toda vez|ao`,
  `se|quando|ogni volta|appena`,
  `если|когда|как только|при`,
  `如果|的时候|一旦|的话|要是|超过`,
  `と|たら|場合|とき|まま|れば`,
  `면|때|경우`,
);

/** A supposition. */
export const SUPPOSED = phrases(
  `might|maybe|perhaps|possibly|could be|could|suspect|likely|probably|seems|appears to|i think|i guess|
   looks like|not sure|would|wouldn't|i'd|you'd|may`,
  `vielleicht|vermutlich|wahrscheinlich|könnte|könnten|scheint|eventuell|evtl|glaub|glaube|würde|würden|
   möglicherweise`,
  `quizás|quizá|puede que|podría|probablemente|parece|creo que|tal vez|a lo mejor|sería|habría`,
  `peut-être|probablement|semble|on dirait|je crois|pourrait|serait|sans doute`,
  `talvez|provavelmente|parece|acho que|pode ser|poderia|seria`,
  `forse|probabilmente|sembra|credo|potrebbe|sarebbe|magari`,
  `может|возможно|наверное|похоже|кажется|вероятно|видимо|скорее всего|бы`,
  `可能|也许|大概|好像|估计|应该是|或许|感觉`,
  `かも|たぶん|多分|おそらく|気がする|と思|でしょう|可能性`,
  `아마|것 같|듯|일지도|수도 있|가능성`,
);

/** The problem persists. */
export const PERSISTS = phrases(
  `still|keeps|keep`,
  `immer noch|noch immer|weiterhin`,
  `todavía|sigue|siguen|aún`,
  `toujours|encore`,
  `ainda|continua`,
  `ancora|continua`,
  `всё ещё|все еще|до сих пор|по-прежнему`,
  `还是|仍然|一直`,
  `まだ|相変わらず`,
  `아직|여전히|계속`,
);

/** Names a remedy. */
export const HELPS = phrases(
  `ok|fine|works|use|instead|workaround|switch|helps|pin|restart|rerun|run|set|install|upgrade|downgrade`,
  `einfach|geht|nimm|stattdessen|hilft|besser|neu starten|lieber|setzen|vorher`,
  `usa|mejor|en su lugar|funciona|vale|basta|reinicia|pon`,
  `utilise|plutôt|marche|suffit|relance|mets`,
  `usa|usar|melhor|funciona|basta|reinicia|roda|desligar|ligar`,
  `usa|meglio|funziona|basta|riavvia|metti`,
  `используй|лучше|помогает|работает|хватает|перезапусти|ставь`,
  `用|改|就行|就好|可以|重启|换成|升级`,
  `大丈夫|代わり|使え|使って|すれば|直り|再起動`,
  `쓰면|됩니다|괜찮|재시작|바꾸|대신`,
);

/** Next steps, offers and hypotheses of an agent: none of them is a result. */
export const OFFERS = phrases(
  `i'll|i will|i'd|i'm|i|let me|we could|we can|you could|you can|you'd|you either|either|option|options|
   shall|should|would|could|want me|if you|now|instead|alternatively`,
  `ich|könnte|könnten|würde|soll|sollte|möchtest|alternativ|wir können|oder|jetzt`,
  `voy a|puedo|podría|podemos|quieres|opción|o bien|ahora`,
  `je|j'ai|on peut|voulez|tu veux|pourrait|option|maintenant`,
  `vou|posso|podemos|quer que|opção|dá pra|agora`,
  `posso|possiamo|vuoi|opzione|oppure|potrebbe|ora`,
  `могу|можно|хотите|вариант|либо|сейчас|теперь`,
  `我|可以|要不要|或者|现在`,
  `します|しましょう|よろしい|または|できます|選択肢`,
  `겠습니다|할까요|또는|수 있|지금`,
);

/** A request to look at a problem: a report of work, not a lesson. */
export const ASKS = phrases(
  `can you|could you|please|pls|plz|fix|fix it|have a look|take a look|look at|look into|why|check why|
   see why|see what|any idea|any ideas|halp|help|debug|find out|figure out|investigate`,
  `kannst du|könntest|bitte|schau mal|schau|guck|warum|wieso|ideen|reparier|fix|mach mal|hilf`,
  `puedes|podrías|mira|mírame|míralo|arregla|arréglalo|por qué|revisa|ayúdame|ideas`,
  `tu peux|peux-tu|pourrais|regarde|corrige|pourquoi|des idées|aide-moi`,
  `pode (ver|olhar|arrumar|corrigir)|consegue|dá uma olhada|olha|arruma|corrige|por que|me ajuda`,
  `puoi|potresti|guarda|sistema|sistemalo|controlla|aiutami|come mai`,
  `посмотри|глянь|почини|исправь|почему|можешь|помоги|проверь|разберись`,
  `帮|看看|看下|看一下|修一下|为什么|怎么|能不能|请`,
  `見て|直して|なぜ|お願い|もらえ|(見て|直して|調べて|確認して)ください|調べて|どうして`,
  `봐주|봐 주|고쳐|왜|해주|부탁|확인해`,
);
