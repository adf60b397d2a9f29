import type { Words } from './words.ts';

export const nl: Words = {
  numbers: {
    small:
      'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    one: 'een|één',
    ordinals: '',
    join: (ten, digit) => `${digit}${digit.endsWith('e') ? 'ën' : 'en'}${ten}`,
    joinedOne: 'een',
  },
  calendar: {
    months:
      'januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt november/nov december/dec',
    days: 'maandag/ma dinsdag/di woensdag/wo donderdag/do vrijdag/vr zaterdag/za zondag/zo',
  },
  units: {
    percent: 'procent|percent',
    point: 'procentpunt|procentpunten|procentpunt',
    'basis point': 'basispunt|basispunten',
    USD: 'dollar|dollars',
    EUR: "euro's",
    GBP: 'pond',
    hour: 'uren',
    month: 'maands',
    kilogram: "kilo|kilo's",
    day: 'werkdag|werkdagen',
    ton: 'ton',
    volt: 'volt',
    watt: 'watt',
  },
  scales: {
    100: 'honderd',
    1000: 'duizend',
    1e6: 'miljoen|miljoenen|mln',
    1e9: 'miljard|miljarden|mld',
    1e12: 'biljoen',
  },
  multiples: {
    0.5: 'helft|halve|half|gehalveerd',
    2: 'twee keer|tweemaal|dubbel*|verdubbel*|tweevoud*',
    3: 'drie keer|driemaal|verdrievoudig*|drievoud*',
  },
  bounds: {
    least: 'ten minste|tenminste|minstens|minimaal|niet minder dan|op zijn vroegst|of meer|een minimum van',
    more: 'meer dan|langer dan|groter dan|hoger dan|later dan|boven de',
    most: 'ten hoogste|hoogstens|maximaal|niet meer dan|niet later dan|tot en met|uiterlijk|of minder|een maximum van|op zijn laatst|hooguit',
    less: 'minder dan|korter dan|kleiner dan|lager dan|eerder dan|onder de',
  },
  negations:
    'niet|geen|geenszins|nooit|niemand|niets|nergens|zonder|noch|nauwelijks|ontken*|onjuist|onwaar|vals|verboden|verbied*|verbod|uitgesloten|onmogelijk|weiger*|afgewezen|ontbreek*|ontbrek*',
  exceptions: 'behalve|uitgezonderd|met uitzondering van|behoudens|afgezien van|op … na|tenzij|exclusief',
  limiting:
    'geldt niet|gelden niet|geldt alleen|gelden alleen|niet van toepassing|vrijgesteld|uitgesloten|echter|in dat geval|in dit geval',
  conditions:
    'als|indien|mits|tenzij|wanneer|zolang|voor zover|op voorwaarde dat|onder de voorwaarde|alleen met|alleen als|in geval van|ingeval|onder voorbehoud',
  hearsay:
    'volgens|naar verluidt|vermeend*|beweert|beweren|beweerde*|zegt|zeggen|zei|zeiden|stelt dat|meent|menen|gelooft|geloven|denkt|denken|vermoed*|critici|zou|zouden',
  weak: 'kan|kunnen|mag|mogen|zou kunnen|zouden kunnen|mogelijk*|misschien|wellicht|waarschijnlijk|vermoedelijk|gerechtigd|bevoegd|toegestaan|recht op|het recht|is van plan|zijn van plan|voornemens|vrijwillig*|facultatief|optioneel|aanbevolen|aanbevel*',
  strong:
    'moet|moeten|dient|dienen|verplicht|verplichte|verplichting|vereist|noodzakelijk|is gehouden|zijn gehouden|hoeft|voorgeschreven',
  able: '',
  allowing: 'toegestaan|geoorloofd|verboden',
  passive: 'door|van',
  orderTellsRoles: false,
  mutual: 'ontmoet*|trouw*|gelijk*|grens*|grenz*|lijk*|verschil*',
  joins: 'en|maar|of|echter|terwijl|hoewel|omdat|want|die|dat',
  pointing:
    'dit|deze|dat|die|hij|zij|ze|het laatste|laatstgenoemde*|eerstgenoemde*|dergelijke|zulke|zulks|anders|in dat geval|in dit geval|in die gevallen|hiervoor|daarbij|daarvoor|hierbij',
  prepositions: ['van|voor', 'in|op|bij|met|tijdens|onder|vanaf'],
  firstPerson: 'wij|we|ons|onze',
  present: 'nu|thans|momenteel|tegenwoordig|vandaag',
  works: 'referenties|literatuur|literatuurlijst|bibliografie',
  nameless:
    'artikel|bijlage|hoofdstuk|paragraaf|afdeling|lid|figuur|pagina|bladzijde|tabel|noot|deel|nr|de|het|een|in|op|aan|van|voor|met|door|uit|bij|tot|te|ten|ter|naar|om|en|of|als|volgens|na|alle|elke|iedere|dit|deze|die|dat|wij|hij|zij|dhr|mevr|de heer|mevrouw|dr|prof|bv|nv|vof',
  order: ['voor|vóór|voorafgaand', 'na|nadat|volgend op', 'binnen|tijdens|gedurende'],
  exclusive: [
    [
      'verhog*|verhoogd*|verhoogt|stijg*|steeg|stegen|gestegen|groei*|gegroeid|toenam*|toegenomen|neemt toe|hoger|langer|groter',
      'verlaag*|verlag*|verlaagd*|daal*|dalen|dalend*|daling|gedaald|afnam*|afgenomen|neemt af|verminder*|gekrompen|lager|korter|kleiner',
    ],
    ['hoogste|grootste|langste|maximum|maximale', 'laagste|kleinste|kortste|minimum|minimale'],
    ['inclusief|inbegrepen|omvat|omvatten|bevat|bevatten', 'exclusief|uitgezonderd|uitgesloten'],
    [
      'goedgekeurd|goedkeur*|aanvaard*|geaccepteerd|accepteer*',
      'afgewezen|afwijz*|afgekeurd|verworpen|geweigerd|weiger*',
    ],
    ['winst|winsten|winstgevend', 'verlies|verliezen|verlieslatend'],
    [
      'alle|allen|elke|elk|ieder|iedere|iedereen|altijd|geheel|volledig',
      'sommige|enkele|enige|soms|gedeeltelijk|weinig|zelden|vele|de meeste|vaak|meerdere',
    ],
    [
      'dagelijks*|per dag|elke dag|iedere dag',
      'wekelijks*|per week|elke week|iedere week',
      'maandelijks*|per maand|elke maand|iedere maand',
      'per kwartaal|elk kwartaal|ieder kwartaal|driemaandelijks*',
      'jaarlijks*|per jaar|elk jaar|ieder jaar',
    ],
    ['koop|koopt|kopen|kocht*|gekocht|aankoop|aankopen|verwerf*|verworven', 'verkoop*|verkop*|verkocht*'],
    ['open|opent|openen|geopend|opende', 'sluit|sluiten|gesloten|sloot'],
    [
      'begint|beginnen|begon|begonnen|begin|aanvang|start*',
      'eindigt|eindigen|eindigde|einde|beëindig*|loopt af|verstrijk*',
    ],
    ['voormalig*|vorig*|vroeger*|oud', 'huidig*|momenteel|thans|actuele'],
  ],
  opposed: [
    ['bruto', 'netto'],
    ['kortlopend*', 'langlopend*'],
    ['voorlopig*', 'definitie*'],
    ['vast|vaste', 'variabel|variabele|flexibel|flexibele'],
    ['materiële', 'immateriële'],
    ['intern*|binnenste', 'extern*|buitenste'],
    ['voorste', 'achterste'],
    ['bovenste', 'onderste'],
    ['linker|linkse', 'rechter|rechtse'],
    ['tijdelijk*', 'permanent*'],
    ['betaald*', 'onbetaald*'],
    ['direct|directe', 'indirect|indirecte'],
    ['binnenlands*', 'buitenlands*'],
    ['verplicht*', 'vrijwillig*'],
  ],
  amending: {
    clauses: 'artikel|artikelen|art.|clausule|clausules|bepaling|paragraaf|paragrafen|sectie|punt|§',
    paragraphs: 'lid|sub|onderdeel|zin|punt|alinea',
    changes:
      'gewijzigd*|wijzig*|vervang*|vervallen|vervalt|geschrapt|schrapt|addendum|allonge|herzien*|ingevoegd|toegevoegd|ingetrokken|komt te luiden|komen te luiden|luidt voortaan|gelezen als|te worden gelezen|verhoogd|verlaagd|verlengd|verkort',
    replaces: 'vervangt|vervangen|wijzigt',
    mentions: 'zoals gewijzigd|zoals van tijd tot tijd gewijzigd',
    apart:
      'op grond van|krachtens|overeenkomstig|ingevolge|volgens|zie|onder|bedoeld in|genoemd in|vermeld in|omschreven in|onverminderd|behoudens|na|voor|door|met|verwijzing naar|conform|uit',
    wording: 'woord|woorden|zin|tekst|bedrag|getal|bepaling|bepalingen|opschrift|lid',
    proposed:
      'voorgesteld*|voorstel*|verzoek|verzoekt|verzocht|vraagt|gevraagd|geweigerd|afgewezen|overweegt|aanbevolen',
    despite: 'in afwijking van|niettegenstaande|ongeacht',
  },
  asking: {
    person: 'wie|wiens|aan wie|door wie|van wie|met wie|bij wie|voor wie',
    date: 'wanneer|in welk jaar|welk jaar|welke jaren|in welke jaren|hoe laat|om hoe laat|tot hoe laat|op welke datum|welke datum|op welke dag|welke dag|welke dagen|op welke dagen|in welke maand|welke maand|in welke eeuw|in welk kwartaal|welk kwartaal|in welk boekjaar|welk boekjaar|sinds wanneer|vanaf wanneer|tot wanneer|per wanneer|voor wanneer|uiterlijk wanneer|sinds welk jaar',
    place:
      'waar|waarheen|waarvandaan|waar vandaan|in welke stad|welke stad|in welk land|welk land|in welke plaats|welke plaats|in welke provincie|in welke gemeente|in welke regio',
    number:
      'hoeveel|hoe lang|hoelang|hoe groot|hoe hoog|hoe oud|hoe ver|hoe snel|hoe diep|hoe breed|hoe zwaar|hoe dik|hoe duur|hoe warm|hoe koud|hoeveel procent|welk percentage|welk bedrag|welk deel|welke hoeveelheid|binnen hoeveel|na hoeveel|wat kost|wat kosten|wat kostte',
    measures:
      '*leeftijd|*bedrag|*bedragen|*prijs|*prijzen|*kosten|*tarief|*tarieven|*rente|*percentage|*premie|*vergoeding|*aandeel|*temperatuur|*frequentie|*snelheid|*gewicht|*lengte|*breedte|*hoogte|*diepte|*dikte|*duur|*termijn|*periode|*druk|*spanning|*vermogen|*waarde|*aantal|*hoeveelheid|*grootte|*omzet|*winst|*inkomen|*salaris|*loon|*huur|*boete|*som|*afstand|*grens|*limiet|*meerderheid|*quorum|*oppervlakte|*inhoud|*volume|*capaciteit|*bevolking|*budget|*contributie|*korting|*maximum|*minimum',
    heads: {
      weight: ['hoe zwaar|weegt|wegen|woog', '*gewicht|massa'],
      height: ['hoe hoog|hoe groot|hoe lang', '*hoogte|lengte|grootte'],
      length: ['hoe lang|hoelang|duurt|duren', '*lengte|*duur|*termijn|looptijd'],
      age: ['hoe oud', 'leeftijd|geboren|geboortejaar|geboortedatum|bouwjaar'],
      price: ['kost|kosten|kostte|hoe duur', '*prijs|kosten|*tarief|*bedrag'],
      pay: ['verdient|verdienen', 'salaris|loon|*loon|beloning'],
      speed: ['hoe snel', '*snelheid|tempo'],
      people: [
        'hoeveel mensen|hoeveel personen|hoeveel inwoners',
        'inwoners|inwonertal|bevolking|medewerkers|personeel',
      ],
      keeper: [
        'verantwoordelijk|zorgt voor|beheert|behoort',
        'verantwoordelijke|eigenaar|beheerder|contactpersoon',
      ],
      place: ['waar', 'plaats|locatie|ruimte|kamer|adres|stad'],
    },
    prices: [
      'hoeveel|hoe duur|hoe hoog|hoe groot|welk bedrag',
      'kost|kosten|*kosten|*prijs|*prijzen|*tarief|*tarieven|*huur|*salaris|*loon|*vergoeding|*contributie|*borg|*waarborgsom|*budget|*boete|betaalt|betalen|betaald|verdient|verdienen',
      'gratis|niets|kosteloos|inbegrepen|inclusief',
    ],
    frequency:
      'hoe vaak|hoe dikwijls|hoe frequent|hoe regelmatig|met welke frequentie|met welke regelmaat|om de hoeveel|hoeveel keer per|hoeveel keren per|hoeveel maal per|hoeveel keer in het|hoeveel maal in het',
    count:
      'welk aantal|wat is het aantal|wat was het aantal|hoeveel mensen|hoeveel personen|hoeveel leden|hoeveel inwoners|hoeveel werknemers|hoeveel medewerkers|hoeveel keer|hoeveel keren|hoeveel maal|hoeveel stuks|hoevelen',
    reason:
      'waarom|om welke reden|om welke redenen|hoezo|hoe komt het|hoe kwam het|waardoor|wat is de reden|wat was de reden|wat zijn de redenen|wat waren de redenen|welke redenen|welke reden|wat is de oorzaak|wat was de oorzaak|wat zijn de oorzaken|wat waren de oorzaken|wat veroorzaakte|wat veroorzaakt|wat leidde tot',
    manner: 'hoe|op welke manier|op welke wijze',
    yesNo:
      'is|zijn|was|waren|heeft|hebben|had|hadden|kan|kunnen|mag|mogen|moet|moeten|wordt|worden|werd|werden|zal|zullen|bestaat|bestaan|geldt|gelden|ben|heb|hoeft',
    other:
      'wat|welk|welke|waarin|waarmee|waarvoor|waarvan|waaruit|waarop|waaraan|waarover|waartoe|wat is de|wat is het|wat zijn de|wat was de|wat was het|wat voor|wat geldt als|noem',
    documents: [
      'welk|welke',
      'contract|contracten|overeenkomst|overeenkomsten|*contract|*contracten|*overeenkomst|*overeenkomsten|polis|polissen|lening|leningen',
      'document|documenten|bestand|bestanden|studie|studies|onderzoek|onderzoeken|artikel|artikelen|rapport|rapporten|verslag|verslagen|brief|brieven|notulen|vergadering|vergaderingen|handleiding|handleidingen|factuur|facturen|aanbieding|aanbiedingen|offerte|offertes',
      'product|producten|apparaat|apparaten|toestel|toestellen|model|modellen|leverancier|leveranciers|aanbieder|aanbieders|bedrijf|bedrijven|klant|klanten|werknemer|werknemers|medewerker|medewerkers|sollicitant|sollicitanten|huurder|huurders|verhuurder|verhuurders|verzekeraar|verzekeraars',
    ],
    meaning: 'wat is een|wat is|wat zijn',
    contents:
      'wat betekent|wat betekenen|wat wordt verstaan onder|wat verstaat men onder|wat wordt bedoeld met|wat wordt er bedoeld met|wat wordt met … bedoeld|wat is de betekenis van|wat is de definitie van|wat houdt … in|wat houden … in|wat omvat|wat omvatten|wat valt onder|wat valt er onder|hoe is … gedefinieerd|hoe wordt … gedefinieerd|hoe worden … gedefinieerd|waaruit bestaat|waaruit bestaan|waar bestaat … uit|waar bestaan … uit|waar staat … voor',
    because:
      'omdat|want|doordat|opdat|zodat|wegens|vanwege|door|als gevolg van|ten gevolge van|dankzij|te wijten aan|te danken aan|veroorzaakt door|daarom|derhalve|reden|oorzaak|teneinde',
    defining: [
      'is|zijn|was|waren|omvat|omvatten|bedraagt|bedragen|bestaat uit|bestaan uit|heet|geldt|vormt',
      'betekent|betekenen|verstaan|wordt verstaan|verwijst naar|duidt',
    ],
    often:
      'dagelijks|dagelijkse|wekelijks|wekelijkse|maandelijks|maandelijkse|driemaandelijks|halfjaarlijks|jaarlijks|jaarlijkse|eenmaal|tweemaal|driemaal|maal|keer|keren|regelmatig|periodiek|voortdurend|zelden|nooit|altijd',
    each: 'elke|elk|iedere|ieder|per|alle',
    moments: 'wanneer|zodra|nadat|voordat|totdat|tot|als|indien|terwijl|tijdens|binnen|na|voor|tenzij',
    numerals:
      'een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|vijftien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend|miljoen|miljoenen|miljard|miljarden|dozijn|helft|derde|kwart|eenmaal|tweemaal',
    derived: {
      change: [
        'stijging|toename|afname|daling|verschil tussen|verandering in|met hoeveel',
        'verander*|wijzig*|verschil*|mutatie*|toename|afname|stijging|daling|groei',
        'meer|minder',
      ],
      average: ['gemiddelde|gemiddeld', 'gemiddeld*|doorsnee|meestal|gewoonlijk'],
      share: [
        'procent|percentage|percent|verhouding tussen|verhouding van',
        'procent*|percent*|aandeel|deel|verhouding*|per',
        'helft|derde|kwart|vijfde',
      ],
      total: [
        'totaal|totale|in totaal|som|samen|gezamenlijk|gezamenlijke',
        '*totaal|totale|totalen|som|samen|gezamenlijk*|beide',
        'respectievelijk|respectieve|elk|ieder|vergeleken|tegenover',
      ],
    },
    past: 'was|waren|werd|werden|had|hadden|is geweest|zijn geweest',
    reporting: 'het bedrijf|de onderneming|de vennootschap',
    planned: 'zal|zullen|zou|zouden|verwacht|verwachten|gepland|plant|plannen|voorzien|voornemens|van plan',
    former:
      'voormalig|voormalige|vroegere|vorige|ex|tot|afgetreden|teruggetreden|ontslag|vertrokken|voorganger|beëindigd|gepensioneerd',
    indirect: [
      'bepalen of|beoordelen of|beslissen of|nagaan of|na te gaan of|onderzoeken of|vaststellen of|weten of|vraag of|onduidelijk of|wij veronderstelden dat|we veronderstelden dat|hypothese te toetsen dat',
      '',
      '',
    ],
    aims: [
      'doel|doelen|doelstelling',
      'te analyseren|te beoordelen|te bepalen|te evalueren|te onderzoeken|te testen|te vergelijken|te verkennen|na te gaan',
    ],
    connecting:
      'aan al alle als bij daar dan dat de der deze die dit doe doen door dus een één elk elke en er geen haar had hebben heeft hem het hier hij hoe hun ik in is je kan kunnen maar mag me mee meer men met mijn moet moeten na naar niet nog nu of om omdat onder ons onze ook op over per te ten ter tegen toch toe tot tussen u uit uw van vanaf veel voor waar want waren was wat we wel welk welke wel werd werden wie wij word worden wordt zal ze zich zij zijn zo zonder zou zullen heet genoemd volgens vele genoemde',
  },
};
