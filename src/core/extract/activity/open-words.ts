import { phrases } from "./phrases.ts";

/** Phrases by which somebody leaves a matter open on purpose. */
export const LEFT_OPEN = phrases(
  `(idk|dunno) yet|leave (that |this |it |them )?open|(i|we) leave open|let's see later|decide (on )?(that|this|it) (another|some other) (day|time)|
   open (question|point|issue|item)|still open|left open|tbd|to be (decided|determined|discussed)|
   undecided|not decided|haven't decided|have not decided|
   (still )?(need|needs|have|has) to (decide|be decided)|to decide (later|yet)|
   decide (that |this |it )?later|(not|n't) (sure|know|clear|decided|certain) yet|
   not yet (sure|clear|decided|known|settled)|unsure yet|don't know yet|dont know yet|dunno yet|
   no idea yet|no decision yet|no answer yet|nobody knows|still unclear|unclear (whether|if|yet|who|how)|
   (figure|find) out (whether|if)|come back to (this|that|it)|back to (this|that) later|
   revisit (this|that|it) (later|next|when|once)|parked (for now|until)|
   (let's|lets|we|we'll|i'd|i'll) park (this|that|it|the \\p{L}+)|park (this|that|it) (for now|until)|
   parking (this|that|it)|up in the air|jury is (still )?out|open whether|open if|
   yet to (decide|be decided|figure)|remains (open|to be)|
   still (debating|discussing|figuring|waiting to hear)|not settled`,
  `(noch|ist|bleibt|bleiben|sind) offen|offene frage|offener punkt|
   noch nicht (klar|entschieden|sicher|geklärt|raus|festgelegt|fest)|noch unklar|ungeklärt|
   weiß (ich |man )?(noch )?(keiner|niemand|noch nicht)|wei(ss|ß) (noch|ich) (nicht|keiner)|
   wissen wir noch nicht|
   (muss|müssen|muß) (ich|wir|man)? ?(erst|noch|erst noch) (mit \\p{L}* \\p{L}* )?(klären|entscheiden|überlegen)|
   steht noch (aus|nicht fest)|später (entscheiden|klären)|entscheiden wir (später|noch)|
   klären wir (später|noch)|vertagt|vertagen wir|parken wir|kommen wir (später )?drauf zurück`,
  `pregunta abierta|(queda|quedan|está|dejamos|lo dejo) (pendiente|abierto|en el aire)|
   pendiente de (decidir|definir|confirmar)|(por|falta|faltaría) (decidir|definir)|
   (aún|aun|todavía|todavia) no (sé|se|sabemos|está claro|esta claro|hemos decidido|lo hemos|está decidido|lo tengo|lo sé)|
   no (lo )?sabemos (aún|todavía|todavia)|no está decidido|sin decidir|
   lo (aparcamos|decidimos luego|vemos más adelante|vemos luego)|tema abierto|no está claro si`,
  `question ouverte|(reste|restent) (à (décider|voir|trancher|définir)|ouvert*)|
   à (trancher|décider|définir)|pas encore (décidé|tranché|sûr|clair|défini)|
   (on|je) (ne )?(sait|sais) pas encore|en suspens|à voir avec|
   on (tranchera|décidera|verra) (plus tard|après)|on y reviendra|on en reparle|pas tranché|point ouvert`,
  `(em|fica em|ficou em) aberto|(a|por|falta) (definir|decidir)|
   ainda não (sei|sabemos|decidi|decidimos|está claro|definimos|tá claro|foi decidido)|
   não (sei|sabemos) ainda|(a gente vê|vemos|vejo isso|ver isso) depois|questão aberta|pergunta aberta|ponto em aberto|decid(imos|o) depois|
   pendente de`,
  `(domanda|questione|punto) apert*|(ancora )?da (decidere|definire|capire)|in sospeso|
   (ancora non|non ancora) (deciso|chiaro|so|sappiamo|è chiaro)|non (so|sappiamo|è) ancora|resta da|
   (lo )?decidiamo (dopo|poi|più avanti)|ci torniamo|non so,|non abbiamo ancora deciso`,
  `открыт* вопрос*|вопрос (пока )?открыт*|(пока|ещё|еще) открыт*|
   пока (не решили|не решено|не ясно|неясно|непонятно|не знаю|не знаем|не определились|не понятно)|
   (ещё|еще) не (решили|решено|знаем|знаю|определились|ясно|решил)|под вопросом|
   (надо|нужно) (будет )?(решить|уточнить|обсудить)|верн(ё|е)мся к|отложим|решим (потом|позже)`,
  `待定|还没(定|决定|想好|确定|有定|最终)|未定|尚未(决定|确定)|还不(确定|知道|清楚)|悬而未决|没定下来|(之后|以后|回头|后面|下次)再(定|说|议|讨论|决定|看)|
   还在(讨论|商量|考虑)|要不要.{0,12}(再|还)(看|说|定|议)|未決|まだ(決|わから|分から|未確|固ま)|要検討|保留(に|中|で)|(後|あと)で(決め|考え|検討)|持ち帰|検討中|
   確認(中|待ち)|決まって(い)?ない|決めて(い)?ない|미정|아직 (안 |못 )?(정|결정|모르|확정)|정해지지|나중에 (결정|정하|다시|논의)|보류|결정 (안|못)|확정되지|미결`,
);
