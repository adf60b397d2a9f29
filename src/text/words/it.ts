import type { Words } from './words.ts';

export const it: Words = {
  numbers: {
    small:
      'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    one: 'un|una|uno',
    ordinals: '',
    join: (ten, digit) => `${/^[uo]/.test(digit) ? ten.slice(0, -1) : ten}${digit === 'tre' ? 'tré' : digit}`,
    joinedOne: 'uno',
  },
  calendar: {
    months:
      'gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set ottobre/ott novembre/nov dicembre/dic',
    days: 'lunedì/lun martedì/mar mercoledì/mer giovedì/gio venerdì/ven sabato/sab domenica/dom',
  },
  units: {
    percent: 'per cento|percento',
    point: 'punto percentuale|punti percentuali',
    'basis point': 'punto base|punti base',
    USD: 'dollaro|dollari',
    GBP: 'sterlina|sterline',
    CHF: 'franco|franchi',
    kilogram: 'kilogrammo|kilogrammi',
    kilometer: 'kilometro|kilometri',
    ton: 'tonnellata|tonnellate',
    volt: 'volt',
    watt: 'watt',
  },
  scales: { 100: 'cento', 1000: 'mille|mila', 1e6: 'milione|milioni|mln', 1e9: 'miliardo|miliardi|mld' },
  multiples: { 0.5: 'metà|mezzo|mezza', 2: 'due volte|doppi*|raddoppi*', 3: 'tre volte|tripl*' },
  bounds: {
    least:
      'almeno|non meno di|non inferiore a|non inferiori a|un minimo di|come minimo|o più|non prima del|non prima di',
    more: 'più di|oltre|superiore a|superiori a|maggiore di|maggiori di|eccedente',
    most: 'al massimo|non più di|non oltre|fino a|non superiore a|non superiori a|un massimo di|al più tardi|entro e non oltre|o meno',
    less: 'meno di|inferiore a|inferiori a|minore di|minori di',
  },
  negations:
    'non|nessun|nessuno|nessuna|niente|nulla|né|neanche|nemmeno|neppure|mai|senza|nega|negano|negò|negato|falso|falsa|falsi|false|viet*|proib*|esclus*|esclud*|rifiut*|respin*|impossibil*|errat*|mancanza|manca|mancano|divieto',
  exceptions:
    'salvo|tranne|eccetto|ad eccezione di|ad eccezione del|ad eccezione della|ad eccezione dei|ad eccezione delle|ad eccezione dell|a eccezione|fatta eccezione|ad esclusione|fuorché|a parte',
  limiting:
    'non si applica|non si applicano|si applica solo|si applicano solo|esent*|esclus*|tuttavia|però|a meno che|salvo che|in tal caso|in questo caso',
  conditions:
    'se|qualora|purché|a meno che|a condizione che|a condizione di|salvo che|sempre che|solo se|soltanto se|solo con|in caso di|nel caso|nel caso in cui|quando|finché|ove|fermo restando|subordinat*',
  hearsay:
    'secondo|presunt*|presumibilmente|sostiene|sostengono|afferma|affermano|affermò|dichiara|dichiarano|dice|dicono|disse|dissero|crede|credono|ritiene|ritengono|pensa|pensano|sospett*|critici',
  weak: 'può|possono|potrà|potranno|potrebbe|potrebbero|dovrebbe|dovrebbero|possibil*|forse|probabil*|eventualmente|consentit*|permess*|autorizzat*|ha diritto|hanno diritto|facoltativ*|facoltà|opzional*|prevede di|prevedono di|intende|intendono|raccomand*|consigliat*',
  strong:
    "deve|devono|dovrà|dovranno|obbligatori*|obbligat*|è tenuto|è tenuta|sono tenuti|sono tenute|tenuto a|necessari*|occorre|bisogna|richiest*|ha l'obbligo|hanno l'obbligo",
  able: '',
  allowing: 'consentit*|permess*|autorizzat*|vietat*|proibit*',
  passive: 'da|dal|dallo|dalla|dai|dagli|dalle|dall',
  orderTellsRoles: true,
  mutual: 'incontr*|spos*|ugual*|pari|assomigli*|somigli*|differi*|confin*',
  joins: 'e|ed|ma|o|oppure|tuttavia|mentre|sebbene|benché|perché|poiché|però',
  pointing:
    'questo|questa|questi|queste|ciò|quello|quella|quelli|quelle|esso|essa|essi|esse|egli|ella|lui|lei|loro|tale|tali|detto|detta|detti|dette|suddett*|il medesimo|la medesima|altrimenti|in tal caso|in questo caso|in tali casi',
  prepositions: ["di|del|della|dei|delle|dell'|dello|per", 'in|nel|nella|nei|nelle|a|al|alla|con|durante'],
  firstPerson: 'noi|nostro|nostra|nostri|nostre',
  present: 'ora|adesso|attualmente|oggi',
  works: 'bibliografia|riferimenti|riferimenti bibliografici',
  nameless:
    'articolo|allegato|appendice|capitolo|clausola|comma|figura|nota|pagina|paragrafo|parte|sezione|tabella|il|lo|la|i|gli|le|l|un|uno|una|di|del|dello|della|dei|degli|delle|dell|a|al|allo|alla|ai|agli|alle|all|da|dal|dalla|in|nel|nella|nei|nelle|nell|con|su|sul|sulla|per|tra|fra|e|o|se|secondo|dopo|prima|tutti|tutte|ogni|questo|questa|sig|dott|prof|spa|srl',
  order: ['prima|anteriorment*|precedent*', 'dopo|successiv*|a seguito', 'entro|durante|nel corso'],
  exclusive: [
    [
      'aument*|cresc*|cresciut*|increment*|sal*|rialz*|maggior*|superior*|più alto|più alta|più lungo|più lunga',
      'diminu*|ridu*|ridott*|cal*|scend*|sces*|ribass*|minor*|inferior*|più basso|più bassa|più breve',
    ],
    ['massim*', 'minim*'],
    ['inclus*|includ*|compres*|comprend*', 'esclus*|esclud*'],
    ['accett*|approv*', 'respin*|rifiut*|rigett*'],
    ['utile|utili|profitto|profitti|guadagno|guadagni', 'perdita|perdite'],
    [
      'tutti|tutte|tutto|tutta|ogni|ciascun*|sempre',
      'alcuni|alcune|diversi|diverse|talvolta|a volte|parzialmente|pochi|poche|raramente|la maggior parte|spesso|molti|molte',
    ],
    [
      'giornalier*|quotidian*|al giorno|ogni giorno',
      'settimanal*|alla settimana|a settimana|ogni settimana',
      'mensil*|al mese|ogni mese',
      'trimestral*|al trimestre|ogni trimestre',
      "annual*|annu*|all'anno|ogni anno",
    ],
    ['acquist*|compr*', 'vend*'],
    ['apre|aprono|apert*|aprire', 'chiud*|chius*'],
    ['inizi*|cominci*', 'finisc*|termin*|scad*|cess*'],
    ['ex|precedente|precedenti|passat*', 'attual*|in carica'],
  ],
  opposed: [
    ['lordo|lorda|lordi|lorde', 'netto|netta|netti|nette'],
    ['a breve termine', 'a lungo termine'],
    ['provvisori*', 'definitiv*'],
    ['fisso|fissa|fissi|fisse', 'variabile|variabili'],
    ['materiali', 'immateriali'],
    ['interno|interna|interni|interne', 'esterno|esterna|esterni|esterne'],
    ['anteriore|anteriori', 'posteriore|posteriori'],
    ['superiore|superiori', 'inferiore|inferiori'],
    ['sinistr*', 'destr*'],
    ['temporane*', 'permanent*'],
    ['diretto|diretta', 'indiretto|indiretta'],
    ['intero|intera|interi|intere', 'ridotto|ridotta|ridotti|ridotte'],
    ['singol*', 'doppi*'],
  ],
  amending: {
    clauses: 'articolo|articoli|art.|artt.|clausola|clausole|sezione|sezioni|paragrafo|paragrafi|punto|§',
    paragraphs: 'comma|paragrafo|lettera|lett.|punto|periodo|capoverso',
    changes:
      'modific*|sostitu*|soppress*|sopprim*|abrog*|eliminat*|elimin*|emend*|addendum|rivist*|inserit*|aggiunt*|integrat*|annull*|elevato|elevata|ridotto|ridotta|prorog*|riformulat*|si legge|deve leggersi',
    replaces: 'sostituisce|sostituiscono|abroga|abrogano|annulla|modifica',
    mentions: 'come modificato|come modificata|e successive modifiche|e successive modificazioni',
    apart:
      "ai sensi di|ai sensi del|ai sensi della|ai sensi dell'|in base a|in conformità a|secondo|vedi|si veda|salvo|previsto da|prevista da|di cui a|di cui al|di cui all'|definito in|indicato in|fatto salvo|dopo|prima di|con|da|dal|dall'|riferimento a|riferimento al|riferimento all'|rinvio a|per effetto",
    wording: 'parola|parole|frase|testo|importo|somma|cifra|dicitura|disposizione|titolo|periodo|comma',
    proposed: 'propon*|propost*|richiest*|chied*|suggeri*|respint*|rifiut*|raccomand*|intend*',
    despite: "in deroga a|in deroga al|in deroga alla|in deroga all'|nonostante",
  },
  asking: {
    person: 'chi|di chi|da chi|a chi|con chi|per chi|chi è|chi sono|chi era',
    date: "quando|quand'è|in che anno|in quale anno|che anno|quale anno|quali anni|in quali anni|a che ora|che ora|a quale ora|in che giorno|che giorno|in quale giorno|quale giorno|quali giorni|in quale data|in che data|a quale data|entro quale data|entro che data|quale data|che data|qual è la data|entro quando|da quando|fino a quando|a quando|in che mese|in quale mese|quale mese|in che secolo|in quale secolo|in quale trimestre|quale trimestre",
    place:
      "dove|dov'è|da dove|in quale città|in che città|quale città|che città|in quale paese|in che paese|quale paese|in quale luogo|in che luogo|in quale regione|in quale stato|in quale comune",
    number:
      "quanto|quanta|quant'è|quanto tempo|per quanto tempo|da quanto tempo|entro quanto tempo|entro quanto|dopo quanto|dopo quanto tempo|a quanto|di quanto|in quanto tempo|che percentuale|quale percentuale|quale importo|quale quota|che quantità|quale quantità",
    measures:
      'prezzo|prezzi|costo|costi|tasso|tassi|aliquota|importo|importi|ammontare|età|peso|lunghezza|larghezza|altezza|profondità|durata|periodo|velocità|temperatura|frequenza|pressione|tensione|potenza|valore|numero|quantità|dimensione|superficie|area|popolazione|percentuale|quota|soglia|limite|distanza|reddito|ricavo|ricavi|fatturato|utile|salario|stipendio|canone|tariffa|sanzione|multa|volume|maggioranza|quorum|capacità|capienza|compenso|indennità|budget|punteggio|massimo|minimo',
    heads: {
      weight: ['pesa|pesano|pesare', 'peso|massa'],
      height: [
        'quanto è alto|quanto è alta|quanto sono alti|quale altezza|quale altitudine',
        'altezza|altitudine|statura',
      ],
      length: ['quanto tempo|dura|durano|quanto è lungo|quanto è lunga', 'durata|lunghezza'],
      age: ['quanti anni|quale età', 'età|nascita|data di nascita|anno di nascita'],
      price: ['costa|costano|costare', 'prezzo|costo|tariffa|importo|canone'],
      pay: ['guadagna|guadagnano', 'stipendio|salario|retribuzione|compenso'],
      speed: ['quale velocità', 'velocità'],
      people: ['quante persone|quanti abitanti', 'abitanti|popolazione|dipendenti|addetti|organico'],
      keeper: [
        'responsabile|si occupa|incaricato|incaricata|appartiene',
        'responsabile|proprietario|proprietaria|referente|incaricato',
      ],
      place: ['dove|dov’è', 'luogo|ubicazione|posizione|sala|ufficio|scaffale|indirizzo|città'],
    },
    prices: [
      'quanto|quanta|a quanto|quale importo',
      'costa|costano|costare|costo|costi|prezzo|prezzi|tariffa|tariffe|canone|affitto|stipendio|salario|onorario|compenso|cauzione|budget|paga|pagano|pagare|multa|importo',
      'gratis|nulla|niente|gratuito|gratuita|incluso|inclusa|compreso',
    ],
    frequency:
      'con che frequenza|con quale frequenza|ogni quanto|ogni quanto tempo|ogni quanti|ogni quante|quante volte al|quante volte all|quante volte alla|quante volte a|quante volte per|qual è la frequenza|quanto spesso',
    count: 'quanti|quante|quale numero|che numero|qual è il numero|in quanti|entro quanti|di quanti',
    reason:
      'perché|perchè|per quale motivo|per quali motivi|per che motivo|per quale ragione|per quali ragioni|come mai|qual è il motivo|qual era il motivo|qual è stato il motivo|quali sono i motivi|qual è la ragione|qual era la ragione|quali sono le ragioni|qual è la causa|qual era la causa|qual è stata la causa|quali sono le cause|quali erano le cause|cosa ha causato|che cosa ha causato|a cosa è dovuto|a cosa è dovuta',
    manner: 'come|in che modo|in quale modo|in che maniera|in quale maniera',
    yesNo:
      "è|sono|era|erano|ha|hanno|può|possono|deve|devono|esiste|esistono|c'è|ci sono|viene|vengono|si può|si possono|si deve|si devono|è possibile|posso|possiamo|serve",
    other:
      'che|cosa|che cosa|quale|quali|qual|qual è|quali sono|in cosa|di cosa|a cosa|da cosa|con cosa|su cosa|di che|a che|con che|in che|in quale|che tipo di|quale tipo di|elenca|indica',
    documents: [
      'quale|quali|che',
      'contratto|contratti|accordo|accordi|polizza|polizze|convenzione|convenzioni|prestito|prestiti',
      'documento|documenti|file|studio|studi|articolo|articoli|relazione|relazioni|rapporto|rapporti|lettera|lettere|verbale|verbali|riunione|riunioni|manuale|manuali|fattura|fatture|comunicato|comunicati|offerta|offerte|preventivo|preventivi',
      'prodotto|prodotti|apparecchio|apparecchi|dispositivo|dispositivi|modello|modelli|fornitore|fornitori|azienda|aziende|impresa|imprese|società|cliente|clienti|dipendente|dipendenti|lavoratore|lavoratori|candidato|candidati|inquilino|inquilini|conduttore|conduttori|locatore|locatori|assicuratore|assicuratori',
    ],
    meaning:
      "cos'è|che cos'è|cosa è|che cosa è|cosa sono|che cosa sono|cos'è un|cos'è una|che cos'è un|che cos'è una",
    contents:
      "cosa significa|che cosa significa|cosa significano|che cosa significano|cosa si intende per|che cosa si intende per|cosa s'intende per|che cosa s'intende per|cosa si intende con|cosa vuol dire|che cosa vuol dire|cosa vogliono dire|come è definito|come è definita|com'è definito|com'è definita|come viene definito|come viene definita|come sono definiti|come sono definite|come si definisce|come si definiscono|qual è la definizione di|qual è il significato di|in cosa consiste|in che cosa consiste|in cosa consistono|cosa comprende|che cosa comprende|cosa comprendono|cosa include|che cosa include|da cosa è composto|da cosa è composta|di cosa è fatto|di cosa è fatta|per cosa sta",
    because:
      'perché|poiché|in quanto|a causa|per via|grazie a|dovuto a|dovuta a|dovuti a|dovute a|affinché|al fine di|di conseguenza|pertanto|quindi|siccome|dato che|visto che|motivo|ragione',
    defining: [
      'è|sono|era|erano|consiste|consistono|comprende|comprendono|rappresenta|sta per|sarà|saranno',
      "significa|significano|si intende|si intendono|s'intende|indica|indicano|designa|designano",
    ],
    often:
      'giornaliero|giornaliera|giornalmente|quotidiano|quotidiana|quotidianamente|settimanale|settimanalmente|mensile|mensilmente|bimestrale|trimestrale|trimestralmente|semestrale|semestralmente|annuale|annualmente|annua|annuo|volta|volte|regolarmente|periodicamente|sempre|mai|raramente',
    each: 'ogni|ciascun|ciascuno|ciascuna|al|alla|per|tutti|tutte',
    moments: 'quando|se|dopo|prima|finché|fino|appena|entro|durante|mentre|qualora|salvo|ove',
    numerals:
      'un|uno|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|cento|mille|mila|milione|milioni|miliardo|miliardi|metà|terzo|quarto|dozzina',
    derived: {
      change: [
        'variazione|aumento|incremento|diminuzione|calo|differenza tra|differenza fra|di quanto',
        'vari*|cambi*|differenz*|increment*|aument*|diminu*|calo|crescita',
        'più|meno',
      ],
      average: ['media|in media', 'medi*|di solito|normalmente'],
      share: [
        'percentuale|per cento|percento|rapporto tra|rapporto fra',
        'percent*|quota|tasso|rapporto',
        'metà|terzo|terzi|quarto|quarti|quinto',
      ],
      total: [
        'totale|totali|in totale|somma|complessivo|complessiva|complessivamente',
        'total*|somma|compless*|cumulat*|entrambi',
        'rispettivamente|rispettivi|rispettive|ciascuno|ciascun|ogni|rispetto|confronto',
      ],
    },
    past: 'era|erano|fu|furono|è stato|è stata|sono stati|sono state|aveva|avevano',
    reporting: 'la società|della società|dalla società|l’azienda|dell’azienda|l’impresa|dell’impresa',
    planned:
      'sarà|saranno|previsto|prevista|previsti|previste|prevede|prevedono|intende|intendono|atteso|attesa|attesi|attese|potrebbe|potrebbero|dovrebbe|dovrebbero',
    former:
      'ex|precedente|precedentemente|dimesso|dimessa|dimissioni|dimissionario|fino al|cessato|cessata|uscente|predecessore|scaduto|scaduta',
    indirect: [
      'decidere se|determinare se|esaminare se|sapere se|stabilire se|valutare se|verificare se|abbiamo ipotizzato che|verificare l’ipotesi',
      '',
      '',
    ],
    aims: [
      'fine|finalità|obiettivo|obiettivi|scopo',
      'analizzare|confrontare|determinare|esaminare|esplorare|indagare|studiare|valutare|verificare',
    ],
    connecting:
      'a ad agli ai al all alla alle allo anche ancora c che chi ci ciò come con cos cosa cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello deve devono di dopo dov dove e ed è era erano essere fa fare fino fra gli ha hanno i il in invece io l la le lei li lo loro lui ma mi mentre ne né negli nei nel nell nella nelle nello noi non o od ogni per perché però più poi prima può possono quale qual quali quand quando quanto quella quelli quello questa queste questi questo se secondo sei si sia sono stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi tra tutte tutti tutto un una uno va vengono venire viene voi chiama chiamato chiamata perciò così cioè tutta venga vengano possano',
  },
};
