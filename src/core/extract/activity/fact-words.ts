import { phrases } from "./phrases.ts";

/** Phrases for the location or destination of something. */
export const LIES = phrases(
  `live|lives|sit in|sits in|is \\S+ in|is in|are in|is at|is under|are under|are at|is on|are on|
   stored in|kept in|located|found in|defined in|configured in|set in|documented in|(come|comes) from|
   (go|goes) (to|into|in|through|via)|written to|spooled to|logged to|saved (to|in|under)|
   (read|reads) from|entry ?point is|is called|are called|is named|generated (by|from|into)|
   built (from|into|by)|(point|points) (to|at)|is the|are the|is (our|my)|(file|files) (in|under)|
   folder is|branch is|bucket is|bucket|fetches|pulls|mounted (at|under|in)|
   deployed (to|from|by|via|with)|pinned (to|at|in)`,
  `liegt|liegen|steht in|stehen in|sind in|ist in|unter|befindet|befinden|gespeichert|abgelegt|heißt|
   heisst|kommt aus|kommen aus|geht nach|landen in|landet in|definiert in|ist der|ist die|ist das|
   läuft über|laufen über|wird aus`,
  `está en|están en|vive en|viven en|se guarda|se guardan|se llama|se llaman|viene de|vienen de|
   está bajo|queda en|va en|van en|va a|van a|se define|es el|es la|salen de|sale de`,
  `est dans|sont dans|se trouve|se trouvent|est sous|stocké|stockés|s'appelle|vient de|viennent de|
   défini dans|est sur|sont sur|est à|va dans|vont dans|c'est le|c'est la|passe par`,
  `fica em|ficam em|está em|estão em|tá em|estão no|fica no|ficam no|fica na|mora em|salvo em|vem de|
   vêm de|se chama|chama|definido em|é o|é a|vai para|vai pra`,
  `è in|sono in|sta in|stanno in|si trova|si trovano|è sotto|salvat*|si chiama|viene da|vengono da|
   definit* in|è su|sono su|è il|è la|sta su|va in|vanno in`,
  `лежит|лежат|находится|находятся|хранится|хранятся|называется|берётся|берется|живёт|живет|живут|
   описан* в|настроен* в|идёт через|это`,
  `在|放在|位于|存在|存放|叫|定义在|写在|配置在|来自|路径是|地址是|目录是|入口是|文件是|走`,
  `にあ(り|る)|にあります|に置|に入って|に定義|は.{1,40}です|という名前|から来|を使って|で管理`,
  `에 있|에 두|에 저장|이름은|에서 가져|에 정의|입니다|경로는|에 들어`,
);

/** Phrases for what usually answers, runs or is used. */
export const RUNS = phrases(
  `listen|listens|listening on|run on|runs on|running on|runs in|runs under|runs with|served on|serves|
   exposes|bound to|answers on|available (at|on)|proxies|uses|we use|we're using|we are using|runs|
   we're on|we are on|we run|is running|on port|requires|targets|pinned to|starts|builds|generates|
   regenerates|seeds|resets|deploys|publishes|creates|restarts|applies|syncs|imports|exports|formats|
   checks|compiles|is built with|written in|supports|speaks|expects|is|are`,
  `läuft auf|läuft unter|läuft mit|laufen auf|hört auf|lauscht|antwortet|nutzt|nutzen|verwenden wir|
   wir sind auf|wir nutzen|wir haben|braucht|startet|baut|erzeugt|generiert|ist|sind|hat`,
  `corre en|escucha en|escucha|usa|usamos|estamos en|corre con|necesita|arranca|levanta|genera|despliega|
   es|son|tiene`,
  `tourne sur|écoute|utilise|on est sur|on utilise|tourne avec|nécessite|lance|démarre|génère|déploie|
   est|sont`,
  `roda em|roda na|roda no|escuta|usa|usamos|estamos no|estamos na|precisa|sobe|gera|é|são|tem`,
  `gira su|ascolta|usa|usiamo|siamo su|siamo alla|richiede|avvia|genera|è|sono|ha`,
  `слушает|работает на|крутится|используем|использует|мы на|запускает|генерирует|собирает|поднимает|
   требует|это|у нас`,
  `监听|运行在|跑在|用的是|使用|端口|启动|生成|部署|是|版本`,
  `で動|を使|ポート|で起動|で待ち受け|リッスン|です|バージョン|系`,
  `에서 돌|사용|포트|쓰고|띄우|실행|버전|입니다|예요`,
);

/** Phrases for the owner of something. */
export const OWNS = phrases(
  `owns|owner is|owner of|the owner|owned by|maintains|maintained by|maintainer|responsible for|
   in charge of|belongs to|takes care of|looks after|handled by|point of contact|contact for|
   only the \\p{L}+ team|(?<!let me )(?<!i will )(?<!i'll )ask (?!(me|him|her|them|us|it|you)(?!\\p{L}))\\p{L}+ (about|for|if|when|before)`,
  `zuständig|verantwortlich|kümmert sich|gehört|betreut|ansprechpartner*|pflegt|macht der|macht die`,
  `(lo|la|los|las) lleva|se encarga|responsable|encargad*|mantiene|pertenece|dueñ*|a cargo`,
  `s'occupe|s'en occupe|responsable|maintenu par|gère|appartient|en charge`,
  `cuida|cuidam|responsável|mantém|mantido por|pertence|dono|dona|é com o|é com a`,
  `si occupa|se ne occupa|responsabile|mantiene|gestisce|gestito da|la fa|lo fa|li fa|appartiene|cura`,
  `отвечает за|отвечает|ответственн*|ведёт|ведет|занимается|поддерживает|владе*`,
  `负责|归.{1,12}管|owner是|维护|对接人|找.{1,8}(要|问)`,
  `担当|管理して|所有|オーナー`,
  `담당|관리|책임|맡`,
);

/** Plans, wishes, guesses, conditions and rules: these are not facts. */
export const PASSING = phrases(
  `i'll|i will|i'd|i've|i'm|
   i (\\p{L}+ed|am|was|will|can|have|had|think|guess|want|need|would|could|see|put|use|run|ran|made|wrote|found|did|just|don't|like|prefer|lean|know)|
   let me|let's|lets|we'll|we could|we should|you could|you'd|shall|should|would|could|might|may|maybe|
   perhaps|probably|seems|looks like|want|wants|if|now|today|yesterday|tomorrow|just|added|adding|
   changed|changing|updated|created|creating|moved|moving|removed|renamed|replaced|fixed|done|works|
   passes|passed|failing|fails|failed|broken|missing|rather|must|mustn't|never|always|don't|do not|
   has to|have to|needs to|need to|please|pls|at the moment|as of|minimum|line \\d+|lines \\d+|either|
   option|options|lean|prefer|enough|bug|typo|error|problem|issue|todo|taken|already|broke|breaks|crashes`,
  `ich|könnte|könnten|sollte|würde|vielleicht|jetzt|wenn|falls|bitte|hinzugefügt|geändert|erstellt|
   angelegt|umbenannt|entfernt|muss|müssen|immer|nie|dann|soll|oder|lege|mache|nehme|reicht|fehler|schon`,
  `voy a|podría|podrías|quizás|ahora|hecho|añado|añadido|cambiado|creado|por favor|hay que|debe|siempre|
   nunca|entonces|listo|ya|error`,
  `je (vais|peux|mets|fais|crée|ajoute|commence)|j'ai|pourrait|peut-être|maintenant|ajouté|modifié|créé|
   il faut|toujours|jamais|alors|déjà|erreur|bug`,
  `vou|posso|poderia|talvez|agora|adicionei|mudei|criei|crio|tem que|sempre|nunca|então|pronto|feito`,
  `potrei|potrebbe|forse|adesso|ho|aggiunto|creato|bisogna|sempre|mai|allora|fatto|imposto|preparo`,
  `могу|можно|может|если|сейчас|теперь|добавил*|изменил*|создал*|удалил*|надо|нужно|всегда|никогда|тогда|
   готово|завожу|пишу|пусть`,
  `我|可以|可能|如果|现在|已经|改成|添加|新增|创建|必须|应该|还是|吧`,
  `します|しました|ましょう|かも|もし|追加|変更しま|作成|修正|べき|たら|してください|でしょう|仮定`,
  `겠습니다|할게요|했습니다|수도|만약|추가|변경|생성|해야|주세요|까요`,
);
