import type { Words } from './words.ts';

export const de: Words = {
  numbers: {
    small:
      'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    one: 'ein|eine|einen|einem|einer|eines',
    ordinals: '',
    join: (ten, digit) => `${digit}und${ten}`,
    joinedOne: 'ein',
  },
  calendar: {
    months:
      'Januar/Jan Februar/Feb März/Mär April/Apr Mai Juni/Jun Juli/Jul August/Aug September/Sep/Sept Oktober/Okt November/Nov Dezember/Dez',
    days: 'Montag/Mo Dienstag/Di Mittwoch/Mi Donnerstag/Do Freitag/Fr Samstag/Sa Sonntag/So',
  },
  units: {
    percent: 'prozent|v.h.',
    point: 'prozentpunkt|prozentpunkte|prozentpunkten',
    'basis point': 'basispunkt|basispunkte|basispunkten',
    USD: 'dollar',
    GBP: 'pfund',
    day: 'tagen|tages|werktage|werktagen',
    month: 'monaten|monats',
    year: 'jahren|jahres',
    week: 'wochen',
    ton: 'tonne|tonnen',
    volt: 'volt',
    watt: 'watt',
  },
  scales: { 100: 'hundert', 1000: 'tausend', 1e6: 'mio|millionen|million', 1e9: 'mrd|milliarden|milliarde' },
  multiples: {
    0.5: 'halb*|hälfte',
    2: 'doppel*|verdoppel*|zweimal|zweifach*',
    3: 'dreimal|verdreifach*|dreifach*',
  },
  bounds: {
    least: 'mindestens|wenigstens|nicht weniger als|frühestens|oder mehr',
    more: 'mehr als|länger als|größer als|höher als|später als',
    most: 'höchstens|maximal|nicht mehr als|bis zu|spätestens|oder weniger',
    less: 'weniger als|kürzer als|kleiner als|niedriger als|früher als',
  },
  negations:
    'nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|niemand|nichts|ohne|weder|noch|kaum|bestreite*|bestritt*|leugne*|falsch|unwahr|verboten|verbiete*|untersag*|' +
    'ausgeschlossen|unzulässig|unmöglich|verweiger*|fehlt|fehlen',
  exceptions: 'außer|ausgenommen|mit ausnahme|abgesehen von|bis auf|ausschließlich der',
  limiting:
    'gilt nicht|gelten nicht|gilt nur|gelten nur|nicht anwendbar|keine anwendung|ausgenommen|ausgeschlossen|befreit|jedoch|allerdings|andernfalls|in diesem fall|stattdessen',
  conditions:
    'wenn|falls|sofern|soweit|es sei denn|vorausgesetzt|nur mit|nur wenn|unter der bedingung|solange|vorbehaltlich',
  hearsay:
    'laut|angeblich|zufolge|behaupte*|sagt|sagen|sagte|sagten|meint|meinen|glaubt|glauben|vermute*|kritiker|soll',
  weak: 'kann|können|könnte*|darf|dürfen|dürfte*|sollte|sollten|möglich*|vielleicht|wahrscheinlich|vermutlich|berechtigt|erlaubt|gestattet|plant|planen|beabsichtig*|freiwillig|empfohlen',
  strong: 'muss|müssen|musste*|verpflichtet|erforderlich|zwingend|hat zu|haben zu|vorgeschrieben',
  able: '',
  allowing: 'erlaubt|gestattet|zulässig|verboten|untersagt|unzulässig',
  passive: 'von|vom|durch',
  orderTellsRoles: false,
  mutual: 'treff*|traf*|heirat*|gleich*|grenz*|ähnel*|unterscheid*',
  joins: 'und|aber|oder|sondern|jedoch|obwohl|weil|während|welche*',
  pointing:
    'dies|dieser|diese|dieses|diesen|diesem|er|jene*|solche*|letztere*|erstere*|andernfalls|ansonsten|in diesem fall|in diesen fällen',
  prepositions: ['von|vom|des|für', 'in|im|an|am|bei|beim|mit|unter|während|zu|ab|auf'],
  firstPerson: 'wir|unser*|uns',
  present: 'jetzt|nun|derzeit|heute',
  works: 'literatur|literaturverzeichnis|literaturangaben|quellen|quellenverzeichnis',
  nameless:
    'artikel|anlage|abschnitt|absatz|abbildung|kapitel|seite|tabelle|ziffer|nr|der|die|das|ein|eine|in|im|am|zu|zum|für|von|mit|herr|frau|dr|prof|gmbh|ag|se|kg',
  order: ['vor', 'nach', 'innerhalb|binnen|während'],
  exclusive: [
    [
      'erhöh*|steig*|stieg*|gestiegen|wachs*|wuchs*|gewachsen|zunahm*|höher|länger|größer',
      'senk*|sank*|gesunken|sinkt|sinken|fiel|fallen|fällt|gefallen|verringer*|reduzier*|vermindert*|rückgang|niedriger|kürzer|kleiner',
    ],
    ['höchste*|größte*|längste*|maximum', 'niedrigste*|kleinste*|kürzeste*|minimum'],
    ['einschließlich|inklusive|enthält|enthalten|umfasst', 'ausschließlich|exklusive|ausgeschlossen|ohne'],
    ['genehmig*|angenommen|zustimm*|zugestimmt', 'abgelehnt|lehnt|ablehn*'],
    ['gewinn|gewinne', 'verlust|verluste'],
    [
      'alle|allen|aller|jede|jeder|jedes|jeden|jedem|immer|sämtliche*',
      'einige|einigen|manche|manchen|manchmal|teilweise|wenige|selten|viele|die meisten|oft|mehrere',
    ],
    [
      'täglich*|pro tag|am tag|jeden tag',
      'wöchentlich*|pro woche|jede woche',
      'monatlich*|pro monat|im monat|jeden monat',
      'vierteljährlich*|pro quartal|jedes quartal',
      'jährlich*|pro jahr|im jahr|jedes jahr',
    ],
    ['kauf|kauft|kaufte*|erwirbt|erwarb|erworben', 'verkauf*'],
    ['öffnet|geöffnet|öffnen', 'schließt|geschlossen|schließen'],
    ['beginnt|begann|beginn|anfang|startet', 'endet|endete|ende|läuft ab'],
    ['ehemalig*|früher*|ausgeschieden*', 'derzeit*|aktuell*|jetzig*|gegenwärtig*'],
  ],
  opposed: [
    ['brutto*', 'netto*'],
    ['kurzfristig*', 'langfristig*'],
    ['vorläufig*', 'endgültig*'],
    ['fest|feste|fester|festen|festes', 'variabel|variable|variabler|variablen|variables'],
    ['materiell*', 'immateriell*'],
    ['intern*|inner*', 'extern*|äußer*'],
    ['vorder*', 'hinter|hintere|hinterer|hinteren|hinteres'],
    ['ober|obere|oberer|oberen|oberes', 'unter|untere|unterer|unteren|unteres'],
    ['link|linke|linker|linken|linkes', 'recht|rechte|rechter|rechten|rechtes'],
    ['unbefristet*', 'befristet*'],
    ['bezahlt*', 'unbezahlt*'],
    ['direkt*', 'indirekt*'],
    ['inländisch*', 'ausländisch*'],
    ['männlich*', 'weiblich*'],
    ['maximal*', 'minimal*'],
  ],
  amending: {
    clauses:
      '§|§§|Paragraph|Paragraphen|Artikel|Artikels|Art.|Ziffer|Ziffern|Ziff.|Punkt|Klausel|Klauseln|Abschnitt|Abschnitts|Nummer|Nr.',
    paragraphs: 'Absatz|Absatzes|Abs.|Satz|Nummer|Nr.|Buchstabe|lit.|Unterabsatz',
    changes:
      'geändert*|ändert|ändern|Änderung*|ersetz*|Ersetzung|gestrichen|streich*|aufgehoben|hebt|Aufhebung|neu gefasst|neu gefaßt|neugefasst|Neufassung|wie folgt gefasst|folgende Fassung|folgenden Wortlaut|lautet künftig|lauten künftig|lautet nunmehr|lautet neu|eingefügt|angefügt|Nachtrag*|löst|abgelöst|ablöst|erhöht|herabgesetzt|verlängert|verkürzt|angepasst|entfällt|entfallen|tritt an die Stelle|treten an die Stelle',
    replaces: 'ersetzt|ersetzen|löst|ändert|hebt|tritt an die Stelle',
    mentions: 'in der geänderten Fassung|in der jeweils geltenden Fassung|zuletzt geändert',
    apart:
      'nach|gemäß|gemäss|laut|siehe|vgl.|vergleiche|im Sinne von|im Sinne des|entsprechend|aufgrund|auf Grund|unbeschadet|vorbehaltlich|nach Maßgabe|nach Maßgabe des|von|aus|durch|mit|hinter|vor|außer|Bezugnahme auf|Verweis auf|Verweisung auf',
    wording:
      'Wort|Worte|Wörter|Satz|Sätze|Angabe|Angaben|Betrag|Zahl|Text|Wortlaut|Bestimmung|Bestimmungen|Regelung|Überschrift|Frist',
    proposed:
      'vorgeschlagen|schlägt|schlagen|Vorschlag|Antrag|beantragt*|soll|sollen|bittet|gebeten|abgelehnt|empfohlen|empfiehlt|erwägt|erwogen',
    despite: 'ungeachtet|abweichend von|in Abweichung von|anstelle von',
  },
  asking: {
    person: 'wer|wem|wen|wessen|von wem',
    date: 'wann|um wie viel uhr|um wieviel uhr|in welchem jahr|seit wann|bis wann|an welchem tag|welches jahr|in welchen jahren|welche jahre|welches geschäftsjahr|in welchem geschäftsjahr|in welchem quartal|welches datum|in welchem monat|in welchem jahrhundert',
    place: 'wo|wohin|woher|in welcher stadt|in welchem land|welche stadt|welches land',
    number:
      'wie viel|wieviel|wie lange|wie lang|wie hoch|wie groß|wie alt|wie weit|wie schnell|wie tief|wie schwer|welcher prozentsatz|wie viel prozent|was kostet|was kosten|was kostete|was … kosten|wie teuer',
    measures:
      '*alter|*betrag|*preis|*kosten|*gebühr|*gebühren|*satz|*rate|*quote|*anteil|*temperatur|*frequenz|*geschwindigkeit|*gewicht|*länge|*breite|*höhe|*tiefe|*dauer|*frist|*zeitraum|*druck|*spannung|*leistung|*wert|*zahl|*menge|*größe|*umsatz|*gewinn|*summe|*abstand|*entfernung|*grenze|*mehrheit|*fläche|*volumen|*strafe|*miete|*kaution|*lohn|*honorar|*mitgliedsbeitrag|*budget|*entgelt|*vergütung',
    heads: {
      weight: ['wie schwer|wiegt|wiegen|wog', '*gewicht|masse'],
      height: ['wie hoch|wie groß', '*höhe|höhenlage|größe|körpergröße'],
      length: ['wie lange|wie lang|dauert|dauern', '*länge|*dauer|*laufzeit|*frist'],
      age: ['wie alt', 'alter|geboren|geburtsjahr|geburtsdatum|baujahr'],
      price: ['kostet|kosten|kostete|wie teuer', '*preis|kosten|*gebühr|*tarif|*betrag|*entgelt'],
      pay: ['verdient|verdienen', 'gehalt|*gehalt|*lohn|*vergütung'],
      speed: ['wie schnell', '*geschwindigkeit|tempo'],
      people: [
        'wie viele menschen|wie viele leute|wie viele personen|wie viele einwohner',
        'einwohner|einwohnerzahl|bevölkerung|mitarbeiter|beschäftigte|personal',
      ],
      keeper: [
        'verantwortlich|zuständig|kümmert|betreut|gehört',
        'verantwortlich*|zuständig*|betreuer*|eigentümer*|besitzer*|ansprechpartner*',
      ],
      place: ['wo', 'ort|standort|raum|zimmer|adresse|lager*'],
    },
    prices: [
      'wie viel|wieviel|wie hoch|wie groß|wie teuer',
      'kostet|kosten|*kosten|*preis|*preise|*preises|*miete|*gebühr|*gebühren|*lohn|gehalt|grundgehalt|jahresgehalt|monatsgehalt|*honorar|*kaution|mitgliedsbeitrag|jahresbeitrag|monatsbeitrag|beitragssatz|bezahl*|zahlt|gezahlt|verdient|verdienen|*budget|*entgelt|*vergütung|*tarif',
      'kostenlos|frei|nichts|kostenfrei|gratis|inklusive|inbegriffen|umsonst',
    ],
    frequency:
      'wie oft|wie häufig|in welchen abständen|in welchem abstand|in welchem rhythmus|in welchem turnus|wie viele male|wie viele mal',
    count: 'wie viele|wie vielen|wie vieler|wieviele|welche anzahl',
    reason:
      'warum|weshalb|wieso|aus welchem grund|aus welchen gründen|weswegen|was ist der grund|was war der grund|was sind die gründe|was waren die gründe|welche gründe|was führte zu',
    yesNo:
      'ist|sind|war|waren|hat|haben|hatte|hatten|wird|werden|wurde|wurden|kann|können|darf|dürfen|muss|müssen|soll|sollen|gibt',
    manner: 'wie|wodurch|auf welche weise',
    other:
      'was|welche|welcher|welches|welchen|welchem|worin|womit|wofür|woraus|was ist der|was ist die|was ist das|was sind die|was gilt als|was ist mit',
    documents: [
      'welche|welcher|welches|welchem|welchen',
      'vertrag|vertrags|vertrages|verträge|verträgen|*vertrag|*verträge|*verträgen|vereinbarung|vereinbarungen|police|policen|*vertrags|*vertrages|darlehen|*darlehen|mietverhältnis',
      'dokument*|datei*|studie|studien|artikel|artikeln|bericht|berichte|berichten|brief|briefe|briefen|schreiben|protokoll|protokolle|protokollen|sitzung|sitzungen|handbuch|handbücher|handbüchern|rechnung|rechnungen|datenblatt|datenblätter|datenblättern|angebot|angebote|angeboten',
      'produkt|produkte|produkten|gerät|geräte|geräten|modell|modelle|modellen|lieferant|lieferanten|anbieter|anbietern|firma|firmen|unternehmen|kunde|kunden|arbeitnehmer|arbeitnehmern|mitarbeiter|mitarbeitern|angestellte|angestellten|bewerber|bewerbern|mieter|mietern|vermieter|vermietern|versicherer|versicherern',
    ],
    meaning: 'was ist ein|was ist eine|was ist|was sind',
    contents:
      'was bedeutet|was bedeuten|was versteht man unter|was heißt|was bezeichnet|was ist mit … gemeint|wie ist … definiert|wie wird … definiert|wie werden … definiert|woraus besteht|woraus bestehen|was umfasst|was umfassen|was gehört zu|was beinhaltet',
    because:
      'weil|denn|damit|wegen|aufgrund|auf grund|infolge|dank|zurückzuführen|bedingt durch|verursacht durch|daher|deshalb|grund',
    defining: [
      'ist|sind|war|waren|heißt|umfasst|beträgt|betragen|besteht aus|gilt',
      'bedeutet|bedeuten|bezeichnet|bezeichnen|versteht man|meint',
    ],
    often:
      'stündlich|täglich|wöchentlich|monatlich|vierteljährlich|halbjährlich|jährlich|einmal|zweimal|dreimal|viermal|mal|regelmäßig|ständig|selten|nie|immer|jährliche|monatliche|wöchentliche|tägliche',
    each: 'alle|jede|jeden|jedes|jeder|jedem|pro|je',
    moments: 'wenn|sobald|nachdem|bevor|bis|falls|während|sofern|innerhalb|nach|vor',
    numerals:
      'ein|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|million|millionen|milliarde|milliarden|dutzend|hälfte|drittel|viertel|einmal|zweimal',
    derived: {
      change: [
        'veränderung|prozentuale änderung|änderung von|differenz|anstieg|zunahme|abnahme|rückgang|zuwachs|um wie viel|um wieviel',
        '*änder*|differenz*|unterschied*|plus|minus|zuwachs|abnahme|zunahme|anstieg|rückgang|steigerung|wachstum|gegenüber|ggü',
        'mehr|weniger|zurück',
      ],
      average: [
        'durchschnitt|durchschnittlich|durchschnittliche|durchschnittlichen|durchschnittlicher|durchschnittliches|mittelwert|im mittel',
        '*durchschnitt*|mittel|mittelwert|mittlere*|üblich*|meist|in der regel',
      ],
      share: [
        'prozent|prozentsatz|prozentual*|verhältnis von|verhältnis zwischen',
        'prozent*|v. h.|v.h.|anteil*|*anteil|*quote|*satz|verhältnis|pro|je',
        'hälfte|drittel|viertel|fünftel|zehntel',
      ],
      total: [
        'gesamt*|insgesamt|summe|zusammen',
        '*gesamt*|insgesamt|*summe|total|zusammen|beide*',
        'jeweils|je|jedem|jedes|verglichen|Vergleich|gegenüber',
      ],
    },
    past: 'war|waren|wurde|wurden|hatte|hatten',
    reporting:
      'das Unternehmen|des Unternehmens|dem Unternehmen|die Gesellschaft|der Gesellschaft|der Konzern|des Konzerns|dem Konzern|die Firma|der Firma',
    planned:
      'soll|sollen|geplant|plant|planen|erwartet|erwarten|voraussichtlich|vorgesehen|beabsichtigt|beabsichtigen|könnte|könnten|dürfte|dürften',
    former: 'ehemals|ehemalige|ehemaliger|frühere|früherer|bis|zurückgetreten|ausgeschieden|vormals|endete',
    indirect: [
      'bestimmen, ob|entscheiden, ob|ermitteln, ob|feststellen, ob|festzustellen, ob|klären, ob|prüfen, ob|überprüfen, ob|untersuchen, ob|untersucht, ob|geprüft, ob|frage, ob|unklar, ob|offen, ob|wir vermuteten, dass|wir nahmen an, dass|hypothese zu prüfen, dass',
      '*, ob',
      'egal, ob|gleichgültig, ob|davon, ob|danach, ob|oder',
    ],
    aims: [
      'ziel|ziele|zielsetzung|zweck',
      'zu bestimmen|zu bewerten|zu ermitteln|zu prüfen|zu testen|zu überprüfen|zu untersuchen|zu vergleichen|herauszufinden|festzustellen',
    ],
    connecting:
      'alle auch bei da damit dann dazu diese dieser dieses doch dort ein eine einem einen einer eines er etwas für haben hatte hatten hier ihm ihr ihre ihrem ihren ihrer ins ist jede jeder kein keine können mehr mit nach noch nur ob oder sein seine seinem seinen seiner seit selbst sich sie sind so sowie über um und unter vom von vor war waren was welche welchem welchen welcher welches wer werden wie wird worden wurde wurden zu zum zur zwischen hat man laut heißt genannt dies diesem diesen mehrere mehreren seines ihres keinen keiner alles allem allen aller jedes jedem jeden habe würde würden hätte hätten',
  },
};
