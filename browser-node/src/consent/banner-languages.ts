/** Parts of regular expressions, which match at the start of a word. */
export interface Language {
  cookies: string;
  /** Words before `cookies` that say that a site stores them. A language without `uses` has them in `purposes`. */
  uses?: string;
  purposes: string;
  /** Prove a banner that does not mention cookies. */
  phrases?: string;
  /** The standard purpose "Store and/or access information on a device". Applications say such things, too. */
  storage?: string;
  ages?: string;
  /** Sentences of banners that `ages` matches, too. */
  minors?: string;
  /** Sentence parts of walls: accept, or pay. */
  walls?: string;
  reject: string;
  /** Labels that allow only what is necessary. */
  necessary: string;
  /** Labels that save the choice. With a word of `everything`, they accept. */
  save?: string;
  everything?: string;
  accept: string;
  /** Close only as the whole label: "Close menu" does not. */
  close: string;
}

/** Leads to a word in the same sentence, or in the next one. */
const nearby = '[^.!?]{0,250}?(?:[.!?][^.!?]{0,250}?)?(?<!\\p{L})';

/** Words that may stand before "Partner" in a banner. Others make it another sentence. */
const germanPartners = '(?:[\\d.,]+|ausgewählten|vertrauenswürdigen|externen|zahlreichen|bis zu)';

export const languages: Record<string, Language> = {
  english: {
    cookies: 'cookies?(?!\\p{L})',
    uses: '(?:we|our partners|(?:web)?site) (?:also )?(?:uses?|stores?|sets?|places?)|(?:web)?site (?:also )?(?:keeps|saves)|uses|stores',
    purposes:
      '(?:we|our partners|this (?:web)?site|site) (?:uses?|stores)(?!\\p{L})|by (?:continuing|using|clicking)|consent|privacy|analy[ts]|personali[sz]|advertising|third.part|tracking|technolog|(?:improve|enhance) your|traffic|experience|functional|learn more|preferences|marketing (?:purposes|cookies)',
    phrases:
      'we and our (?:(?:[\\d.,]+|carefully|trusted|selected|advertising|marketing|media|technology|commercial|third.party) ){0,3}partners|we (?:value|care about) your privacy|your privacy choices|(?:collect|use|process)(?:ing)?(?: (?:and|or) \\p{L}+)? (?:of )?(?:your )?personal (?:data|information)(?=[^.]*(?:purpose|consent|choos))|(?:assess|choose|manage|see)(?: and \\p{L}+)? the (?:data|information|services) that we(?:.d like to)? (?:collect|use)',
    storage:
      'stor(?:e|ing) (?:and/or|and|or) access(?:ing)? (?:to )?information on (?:\\p{L}+ ){0,2}(?:device|browser|computer|terminal)',
    ages: '(?:1[68]|21)(?:\\+| (?:years )?(?:or|and) (?:older|over|above))|adults? only|must be (?:over |at least )?(?:1[68]|21)(?!\\d)|(?:are you|i am|over|under|you are) (?:over |at least |under )?(?:1[68]|21)(?!\\d)|years (?:old|of age)|date of birth|legal (?:drinking )?age|(?:verify|confirm) your age',
    minors: `(?:under|below|younger than) (?:the age of )?1[3-6](?!\\d)${nearby}(?:guardian|parent)`,
    walls:
      '(?:read|continue|browse|use|visit)(?: \\p{L}+){0,3} with (?:ads|advertising|advertisements)|(?:accept|consent) or (?:pay|subscribe)',
    reject:
      'reject|decline|refuse|deny|disagree|disallow|(?:do not|don.t) (?:accept|consent|agree|allow|sell|track)|no,? thank(?!.*(?:accept|agree|allow))|without (?:accepting|consent|agreeing|cookies)|opt.out',
    necessary:
      '(?:only|just) (?:the )?(?:strictly )?(?:necessary|essential|required|functional)|use (?:the )?(?:strictly )?(?:necessary|essential|required|functional)(?: cookies)?(?: and continue)?[\\s.!]*$|(?:necessary|essential|required)(?: cookies)? only',
    save: '(?:save|confirm|submit|allow|accept|use)(?: \\p{L}+){0,2} (?:selection|selected|choices?|preferences|settings)|save and (?:close|exit)',
    everything: '(?:all|everything)(?!\\p{L})|recommended|default|suggested|proposed',
    accept: 'accept|agree|allow|use all|i consent|consent(?!\\p{L})|(?:continue|read) with (?:ads|advertising)',
    close:
      'ok|okay|yes|sure|fine|close|dismiss|(?:ok,? )?(?:continue|proceed|go)(?: (?:browsing|reading|to (?:the |our )?(?:web)?site))?|(?:ok,? )?got it|i(?: understand|.m (?:ok|fine)(?: with (?:this|that|it|cookies))?)|understood|that.s (?:ok|fine)|sounds good|all right|alright',
  },
  german: {
    cookies: 'cookie-?(?:richtlinie|hinweis|einstellung|verwendung|nutzung)',
    uses: '(?:verwende|benutz|nutz|speicher|setz)(?:en|n|e?t)',
    purposes:
      'wir (?:verwenden|nutzen|setzen)|(?:verwendet|nutzt|verwendung|einsatz)(?!\\p{L})|einwillig|datenschutz|personalisier|statistik|nutzererlebnis|drittanbieter',
    phrases: `wir und unsere (?:${germanPartners} ){0,3}partner|gemeinsam mit (?:unseren )?(?:${germanPartners} ){0,3}partnern[^.]{0,60} (?:ihre|deine|personenbezogene\\p{L}*) (?:\\p{L}+ )?daten|wir schätzen ihre privatsphäre|ihre privatsphäre ist uns wichtig|dienste, die wir nutzen`,
    storage:
      'speicher(?:n|ung) (?:von )?(?:und/oder|oder|und) (?:den )?zugriff auf informationen|informationen auf (?:einem|ihrem) (?:end)?gerät (?:zu )?speichern (?:und/)?oder',
    ages: '(?:ab|über|mindestens) 1[68](?!\\d)|jahre alt|volljährig|geburtsdatum',
    minors: `(?:unter|jünger als) 1[3-6](?!\\d)${nearby}(?:erziehungsberechtigt|eltern)`,
    walls:
      'pur-?abo|contentpass|(?:weiter|lesen|nutzen|surfen)(?: \\p{L}+){0,2} mit werbung|mit werbung (?:oder|(?:\\p{L}+ ){0,2}(?:weiter|lesen|nutzen|surfen))',
    reject:
      'ablehnen|(?:alle|alles|ich) (?:ablehnen|lehne ab)|lehne (?:alle |alles )?ab|verweiger|widersprechen|nein,? danke|nicht (?:zustimmen|akzeptieren|einverstanden|erlauben|zulassen)|(?:stimme|akzeptiere) nicht|notwendige (?:cookies )?(?:akzeptieren|erlauben|zulassen)|ohne (?:zustimm|einwillig|cookies)',
    necessary:
      '(?:nur|lediglich) (?:die |das )?(?:unbedingt |technisch )?(?:notwendig|nötig|erforderlich|essenziell|essentiell|technisch|funktional)',
    save: '(?:auswahl|einstellungen|ausgewählte\\p{L}*)(?: \\p{L}+)? (?:speichern|bestätigen|erlauben|akzeptieren|übernehmen|zulassen)',
    everything: 'alle[mnrs]?(?!\\p{L})|sämtliche|empfohlen|vorgeschlagen|voreingestellt|standard',
    accept:
      '(?:alle |alles )?akzeptieren|zustimm|stimme (?:allen? |allem )?zu|einverstanden|erlauben|zulassen|weiter mit werbung|mit werbung',
    close:
      '(?:ok,? )?verstanden|schließen|weiter(?: (?:zur (?:web)?site|zur (?:web)?seite|surfen|lesen))?|zur (?:web)?(?:site|seite)|(?:ist |geht )?in ordnung|alles klar|geht klar|fortfahren',
  },
  french: {
    cookies: 'traceurs',
    uses: '(?:utilis|dépos|enregistr|stock)(?:e|ent|ons)',
    purposes:
      'nous utilisons|(?:ce|notre) site utilise|consentement|confidentialité|vie privée|mesurer|personnalis|publicit|en poursuivant',
    phrases: 'nous et nos (?:[\\d.,]+ )?partenaires|le respect de votre vie privée',
    storage: '(?:stock|accé)\\p{L}+ et/ou (?:à )?(?:stock|accé)[^.]{0,20} informations',
    ages: '18 ans|majeur|date de naissance',
    walls: 'accepter (?:et|ou) s.abonner|(?:continuer|lire|naviguer) avec (?:la |des )?publicités?',
    reject:
      '(?:tout |je )?refuse|rejeter|décline|non,? merci|sans (?:accepter|consentir|consentement)|n.(?:accepte|autorise) (?:pas|rien)|(?:ne pas|ne rien) (?:accepter|autoriser)|m.oppose',
    necessary:
      'uniquement (?:les )?(?:cookies )?(?:strictement )?(?:essentiel|nécessaire|indispensable|technique|fonctionnel)|(?:essentiels|nécessaires) (?:uniquement|seulement)',
    save: '(?:enregistrer|confirmer|valider)(?: \\p{L}+){0,2} (?:choix|sélection|préférences)',
    everything: '(?:tout|tous|toutes?)(?!\\p{L})|recommandé|conseillé|proposé|suggéré|par défaut',
    accept: '(?:tout )?accepte|autoriser|d.accord|j.accepte',
    close:
      '(?:ok,? )?(?:j.ai )?compris|fermer|(?:ok,? )?continuer(?: (?:la |ma |votre |vers |sur )(?:le )?(?:navigation|lecture|visite|site))?|ok (?:pour moi|avec ça)|c.est (?:ok|bon|noté|compris)|accéder au site|poursuivre',
  },
  spanish: {
    cookies: 'galletas informáticas',
    uses: '(?:usa|utiliza|almacena|guarda|instala)(?:n|mos)?',
    purposes: 'utilizamos|usamos|este sitio|consentimiento|privacidad|personalizar|publicidad|analizar|de terceros',
    phrases: 'nosotros y nuestros (?:[\\d.,]+ )?socios',
    storage:
      'almacena\\p{L}* (?:(?:la )?información en [^.]{0,20}dispositivo y/o|y/o acce\\p{L}+ (?:a )?(?:la )?información)',
    ages: '18 años|mayor(?:es)? de edad|fecha de nacimiento',
    walls: 'acept\\p{L}+ o suscri\\p{L}+|(?:continuar|leer|navegar) con publicidad',
    reject:
      'rechaz|rehus|deneg|declin|no,? gracias|no (?:acept|permit|autoriz|consient|estoy de acuerdo)|sin (?:aceptar|consentir|consentimiento)',
    necessary:
      '(?:s[oó]lo|solamente|únicamente) (?:las )?(?:cookies )?(?:estrictamente )?(?:necesari|esencial|técnic|imprescindible|obligatori)',
    save: '(?:guardar|confirmar)(?: \\p{L}+){0,2} (?:selección|preferencias|configuración)',
    everything: 'tod[ao]s?(?!\\p{L})|recomendad|sugerid|propuest|predeterminad|por defecto',
    accept: 'acept|permitir|de acuerdo',
    close:
      '(?:lo )?entiendo|(?:ok,? )?entendido|vale|perfecto|está bien|cerrar|(?:continuar|seguir)(?: navegando| leyendo| al sitio)?|ir al sitio',
  },
  italian: {
    cookies: 'biscotti informatici',
    uses: '(?:usa|utilizza|memorizza|salva|installa)(?:no)?|(?:us|utilizz)iamo',
    purposes: 'utilizziamo|usiamo|questo sito|consenso|informativa|personalizzare|terze parti|esperienza|pubblicit',
    phrases: 'noi e i nostri (?:[\\d.,]+ )?partner',
    storage: 'archivia\\p{L}* (?:informazioni su [^.]{0,20}dispositiv\\p{L}+ e/o|e/o acce\\p{L}+ (?:a )?informazioni)',
    ages: '18 anni|maggiorenne|data di nascita',
    walls: 'accett\\p{L}+ o abbon\\p{L}+|(?:continua|leggi|naviga) con (?:la )?pubblicità',
    reject:
      'rifiut|respingi|declin|nega(?!\\p{L})|no,? grazie|non (?:accett|acconsent|sono d.accordo)|senza (?:accettare|acconsentire|consenso)',
    necessary:
      '(?:solo|soltanto|solamente) (?:i )?(?:cookie )?(?:strettamente )?(?:necessari|essenzial|tecnic|indispensabil|obbligator)|(?:necessari|essenziali) soltanto',
    save: '(?:salva|conferma)(?: \\p{L}+){0,2} (?:selezione|scelte|preferenze)',
    everything: 'tutt[aeio](?!\\p{L})|consigliat|raccomandat|suggerit|propost|predefinit',
    accept: 'accett|acconsent|consent[io](?!\\p{L})',
    close:
      '(?:ok,? )?(?:ho )?capito|va bene|chiudi|(?:continua|prosegui)(?: (?:la navigazione|a navigare|sul sito))?|vai al sito',
  },
  portuguese: {
    cookies: 'testemunhos de conexão',
    uses: '(?:usa|utiliza|armazena|guarda)(?:m|mos)?',
    purposes: 'este site|consentimento|privacidade|experiência|ao (?:navegar|continuar)',
    phrases: 'nós e (?:os )?nossos (?:[\\d.,]+ )?parceiros',
    storage: 'armazena\\p{L}* (?:informações (?:num|em um) dispositivo e/ou|e/ou ace\\p{L}+ (?:a )?informações)',
    ages: '18 anos|maior(?:es)? de idade|data de nascimento',
    reject:
      'rejeit|recus|declin|não,? obrigad|não (?:aceit|concord|permit|autoriz|consint)|sem (?:aceitar|consentir|consentimento)',
    necessary: '(?:apenas|somente|só) (?:os )?(?:cookies )?(?:estritamente )?(?:necessári|essencia|obrigatóri|técnic)',
    accept: 'aceit|concordo',
    close:
      '(?:ok,? )?(?:entendi|percebi|compreendi)|(?:está|tudo) bem|certo|fechar|(?:continuar|prosseguir)(?: (?:navegando|a navegar|para o site))?|ir para o site',
  },
  dutch: {
    cookies: 'cookie(?:beleid|verklaring|instelling)',
    uses: 'gebruik(?:t|en)|plaats(?:t|en)|bewa(?:art|ren)',
    purposes:
      'w(?:ij|e) gebruiken|deze (?:web)?site|toestemming|derden|ervaring|verbeteren|stem(?:t|men)? (?:u|je|jij) in',
    phrases: 'wij en onze (?:[\\d.,]+ )?partners',
    storage: 'informatie op een apparaat (?:op te slaan|opslaan) en/of|opslaan en/of (?:openen van )?informatie',
    ages: '18 jaar|geboortedatum|jaar of ouder',
    reject:
      '(?:alles |alle )?(?:weiger|afwijzen)|wijs (?:alles |alle )?af|nee,? (?:bedankt|dank)|niet (?:akkoord|accepteren|toestaan)|(?:accepteer|sta) niet|zonder (?:te accepteren|toestemming|akkoord)',
    necessary: '(?:alleen|enkel|uitsluitend) (?:de )?(?:strikt )?(?:noodzakelijk|functione|essenti|vereist|technisch)',
    save: '(?:selectie|keuzes?|voorkeuren) (?:opslaan|bevestigen|toestaan)',
    everything: 'alles?(?!\\p{L})|allemaal|aanbevolen|voorgesteld|standaard',
    accept: '(?:alles |alle )?accepteren|akkoord|toestaan',
    close:
      '(?:ok,? )?begrepen|(?:ok,? )?ik (?:begrijp|snap) het|prima|goed|in orde|sluiten|(?:ga )?(?:doorgaan|door|verder)(?: naar (?:de )?(?:web)?site)?|naar de (?:web)?site',
  },
  scandinavian: {
    cookies: '(?:kakor|informasjonskapsler|cookie(?:s|r|politik|policy))',
    uses: 'använder|bruger|bruker|benytter|anvender|sparar|lagrar|lagrer|gemmer',
    purposes:
      'vi (?:använder|bruger|bruker|benytter|anvender)|förbättra|forbedre|upplevelse|oplevelse|opplevelse|samtyck|samtykke|integritet|personvern|privatliv|tredjepart',
    storage: '(?:lagr|opbevar)\\p{L}+ (?:och|og)/eller [^.]{0,30}(?:information|informasjon|oplysning)',
    ages: 'födelsedatum|fødselsdato|år gammal',
    reject:
      'avvis|avböj|avslå|afvis|afslå|neka|nekt|nej,? tack|nei,? takk|nej,? tak|(?:godkänn|accepter|samtyck|tillåt)\\p{L}* inte|(?:godta|godtar|godkend|accepter|samtykk|tillat|tillad)\\p{L}* ikke|ikke (?:god|accepter|samtykk|tillat|tillad)|inte (?:godkänn|accepter|samtyck|tillåt)|utan (?:att )?(?:godkänn|accepter|samtyck)|ud?en (?:at )?(?:accepter|samtykk)|uten (?:å )?(?:godta|akseptere|samtykk)',
    necessary: '(?:endast|bara|kun|bare) (?:de )?(?:strengt |strikt )?(?:nødvend|nödvänd|teknisk)',
    accept: 'godkänn|godta|godkend|acceptera|accepter|tillåt|tillad|tillat|samtykk|jag samtycker',
    close:
      '(?:ok,? )?(?:jag förstår|jeg forstår|förstått|forstått|forstået)|(?:det är |det er )?(?:okej|greit|fint|i orden)|stäng|luk|lukk|(?:fortsätt|fortsett|fortsæt)(?: till (?:webb)?(?:sidan|platsen)| til (?:nett|web)?(?:siden|stedet))?',
  },
  finnish: {
    cookies: 'eväste',
    uses: 'käyttää|tallentaa|tallennamme',
    purposes: 'käytämme|parantaa|suostumu|tietosuoja|kokemu|analysoi',
    storage: 'tallen(?:na|ta)\\p{L}* ja/tai [^.]{0,40}tieto',
    ages: 'syntymäaika',
    reject:
      'hylkää|kiellä|kieltäyd|ei,? kiitos|en (?:hyväksy|suostu|salli)|älä (?:hyväksy|salli)|hyväksymättä|ilman (?:suostumu|hyväksyn)',
    necessary: 'vain (?:välttämättöm|pakollis|tarpeellis)',
    accept: 'hyväksy|salli',
    close: '(?:ok,? )?selvä|ymmärrän|sopii|kyllä|sulje|jatka(?: sivustolle| sivulle)?',
  },
  polish: {
    cookies: '(?:plik\\p{L}* cookie|ciasteczk)',
    uses: 'używa|stosuje|zapisuje',
    purposes: 'używamy|wykorzystujemy|korzysta|zg(?:od|adza)|prywatno|statysty|przetwarza|marketingow',
    phrases: 'my i nasi (?:[\\d.,]+ )?partnerzy|cenimy (?:twoją|państwa) prywatność',
    storage: 'przechow\\p{L}+ informacj\\p{L}+ na urządzeni\\p{L}+(?: lub|,| i(?:/lub)?) [^.]{0,20}dost',
    ages: 'pełnoletni|data urodzenia',
    reject:
      'odrzu|odm[oó]w|odmawiam|nie,? dzięku|nie (?:akcept|zgadzam|zezwalam|wyrażam|przyjmuj|chcę)|bez (?:zgody|akceptacji|wyrażania)',
    necessary: 'tylko (?:niezbędn|konieczn|wymagan|podstawow)',
    accept: '(?:za)?akcept|zgadzam|zgoda(?!\\p{L})|wyrażam zgod|zezw[aó]l',
    close:
      '(?:ok,? )?rozumiem|w porządku|dobrze|jasne|zamknij|dalej|kontynuuj|(?:przejdź|przechodzę|wchodzę)(?: (?:do|na) \\p{L}+| dalej)?',
  },
  czech: {
    cookies: '(?:soubor\\p{L}* cookie|cookies)',
    uses: 'použív\\p{L}+|ukládá\\p{L}*|využív\\p{L}+',
    purposes: 'používáme|používa|analýz|souhlas|soukromí|návštěvnost|zlepš',
    storage: '(?:uklád|uchováv)\\p{L}+ (?:a/nebo|a/alebo|alebo|nebo) [^.]{0,40}inform',
    ages: 'datum narození|plnolet',
    reject:
      'odmít|odmiet|zamít|zamiet|nesouhlas|nesúhlas|nepřij|neprij|nepovol|neakcept|ne,? děkuj|nie,? ďakuj|bez (?:souhlasu|súhlasu|přijetí|prijatia)',
    necessary: '(?:pouze|jen|jenom|len|iba) (?:nezbytn|nutn|nevyhnutn|technick|potřebn|potrebn|základn|povinn)',
    accept: 'přijmout|přijímám|souhlas|povolit|prijať|súhlas',
    close:
      '(?:ok,? )?(?:rozumím|rozumiem|chápu)|v po[řr][áia]+dku|beru na vědomí|beriem na vedomie|dobře|dobre|jasně|zavřít|zavrieť|(?:pokračovat|pokračovať)(?: na (?:web|stránk[yu]))?',
  },
  hungarian: {
    cookies: '(?:sütik|süti|sütiket|cookie-k)',
    purposes: 'használ|hozzájárul|adatvédel|élmény',
    storage: 'információk(?:at)? tárol\\p{L}+ és/vagy',
    reject:
      'elutas[ií]t|visszautas|nem,? köszön|nem (?:fogad|járul|engedélyez|értek)|(?:hozzájárulás|elfogadás) nélkül',
    necessary: '(?:csak|kizárólag) (?:az? )?(?:szükséges|feltétlen|elengedhetetlen|alapvető)',
    accept: 'elfogad|engedélyez|hozzájárul',
    close: 'rendben|(?:meg)?értem|megértettem|oké|bezár|tovább(?: az oldalra)?|folytat(?:ás|om)',
  },
  romanian: {
    cookies: '(?:module|fișiere) cookie',
    uses: '(?:folose|utilizea|stochea)\\p{L}+',
    purposes: 'folosim|utilizăm|consimț|confidențialitate|experien',
    storage: 'stoc\\p{L}+ și/sau acces[^.]{0,20}informați',
    reject: 'refuz|resping|nu,? mulțumesc|nu (?:accept|sunt de acord|permit)|fără (?:accept|a accepta|consimț)',
    necessary: '(?:doar|numai) (?:cele )?(?:cookie\\p{L}* |module\\p{L}* )?(?:strict )?(?:necesar|esenția|obligator)',
    accept: 'accept|sunt de acord|permite',
    close: '(?:am )?înțeles|în regulă|bine|închide|contin(?:uă|uați|uare)(?: (?:pe|către) site)?',
  },
  turkish: {
    cookies: 'çerez',
    purposes: 'kullan|gizlilik|deneyim|kişisel|onay|reklam',
    storage: 'cihaz\\p{L}+ bilgi\\p{L}* (?:sakla|depola)\\p{L}+ ve/veya',
    ages: 'yaşından büyük|doğum tarihi',
    reject:
      '(?:tümünü |hepsini )?redde[td]|hayır,? teşekkür|kabul (?:etmiyor|etmeden|etme(?!\\p{L}))|izin verm(?:iyor|eden|e(?!\\p{L}))|onaylamıyor',
    necessary: '(?:yalnızca|sadece) (?:gerekli|zorunlu)',
    accept: '(?:tümünü |hepsini )?kabul|izin ver',
    close: 'tamam|anladım|peki|kapat|(?:siteye )?devam(?: et)?|siteye git',
  },
  greek: {
    cookies: 'cookies',
    purposes: 'χρησιμοποι|εμπειρία|συγκατάθεση|απορρήτο|συναίνεση',
    storage: 'αποθήκευση ή/και πρόσβαση',
    reject:
      'απόρριψη|απορρίπτω|αρν(?:ηση|ούμαι)|άρνηση|όχι,? ευχαριστώ|δεν (?:αποδέχομαι|δέχομαι|συμφωνώ|συναινώ)|χωρίς (?:αποδοχή|συγκατάθεση)',
    necessary: 'μόνο (?:τα )?(?:απολύτως )?(?:απαραίτητα|αναγκαία)',
    accept: 'αποδοχή|αποδέχομαι|συμφωνώ',
    close: 'κλείσιμο|(?:εντάξει,? )?κατάλαβα|εντάξει|συνέχεια|συνεχίστε',
  },
  russian: {
    cookies: '(?:куки|файл\\p{L}* cookie)',
    uses: 'использу(?:ем|ет)|використову(?:ємо|є)|сохраня(?:ет|ем)|зберіга(?:є|ємо)',
    purposes: 'мы используем|используе|согласи|конфиденциальн|продолжая|ми використовуємо|використовує',
    storage:
      '(?:хран|сохран|збер[еі])\\p{L}+ (?:(?:и/или|та/або|і/або) [^.]{0,30}(?:информац|інформац)|інформації на пристро\\p{L}+ та/або)',
    ages: 'мне (?:есть )?18|вам (?:уже )?(?:есть )?18',
    reject:
      'отклон|отказ|нет,? спасибо|не (?:принима|соглас|разреша)|без (?:согласия|принятия)|відхил|відмов|ні,? дякую|не (?:погодж|прийма|згод|дозвол)|без згоди',
    necessary:
      'только (?:строго )?(?:необходимые|обязательные|технические|основные)|(?:лише|тільки) (?:необхідні|обов|технічні)',
    accept: 'принять|принима|соглас|разрешить|прийняти|погоджу',
    close:
      '(?:всё |все )?понятно|хорошо|ясно|я понял[аи]?|закрыть|продолжить(?: просмотр)?|перейти на сайт|зрозуміло|добре|гаразд|закрити|продовжити|ок',
  },
};
