import type { Words } from './words.ts';

export const fr: Words = {
  numbers: {
    small:
      'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante',
    one: 'un|une',
    ordinals: '',
    join: (ten, digit) => `${ten}-${digit}`,
    joinedOne: 'et-un',
  },
  calendar: {
    months:
      'janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct novembre/nov décembre/déc',
    days: 'lundi/lun mardi/mar mercredi/mer jeudi/jeu vendredi/ven samedi/sam dimanche/dim',
  },
  units: {
    percent: 'pour cent',
    point: 'point de pourcentage|points de pourcentage',
    USD: 'dollar|dollars',
    GBP: 'livre sterling|livres sterling',
    year: 'année|années',
    ton: 'tonne|tonnes',
    volt: 'volt|volts',
    watt: 'watt|watts',
  },
  scales: { 100: 'cent|cents', 1000: 'mille', 1e6: 'million|millions', 1e9: 'milliard|milliards' },
  multiples: { 0.5: 'moitié|demi*', 2: 'deux fois|doubl*', 3: 'trois fois|tripl*' },
  bounds: {
    least: 'au moins|au minimum|pas moins de|au plus tôt|ou plus',
    more: 'plus de|plus que|supérieur à|supérieure à',
    most: "au plus|au maximum|pas plus de|jusqu'à|au plus tard|ou moins",
    less: 'moins de|moins que|inférieur à|inférieure à',
  },
  negations:
    'ne … pas|pas|aucun|aucune|jamais|rien|sans|ni|personne|nul|nulle|nie|nient|faux|fausse|interdi*|exclu|exclue|exclus|exclues|exclut|excluent|refus*|impossible|conteste*|dément*',
  exceptions: "sauf|excepté|à l'exception|hormis|à l'exclusion|en dehors",
  limiting:
    "ne s'applique pas|ne s'appliquent pas|ne s'applique que|ne s'appliquent que|exempt*|exclu|exclue|exclus|exclues|toutefois|cependant|dans ce cas",
  conditions:
    "si|s'il|s'ils|sauf si|à condition|à moins que|en cas de|sous réserve|uniquement si|seulement si|seulement avec|pourvu que|lorsque|tant que",
  hearsay:
    "selon|d'après|prétend*|allègue*|affirme*|disent|dit que|croit|croient|pense|pensent|soupçonne*|critiques",
  weak: 'peut|peuvent|pourra|pourront|pourrait|pourraient|devrait|devraient|possible*|peut-être|probable*|autorisé*|a le droit|ont le droit|facultati*|prévoit de|envisage*|recommand*',
  strong:
    'doit|doivent|devra|devront|obligatoire*|obligé*|tenu de|tenue de|tenus de|exigé*|requis*|est tenu|faut',
  able: '',
  allowing: 'autorisé*|permis|permise|permises|interdit*',
  passive: 'par',
  orderTellsRoles: true,
  mutual: 'rencontr*|épous*|égal*|ressembl*|diffèr*',
  joins: 'et|mais|ou|cependant|tandis que|parce que|bien que|qui',
  pointing:
    'ce|cet|cette|ces|cela|ceci|il|ils|elle|elles|celui-ci|celle-ci|ceux-ci|celles-ci|ce dernier|cette dernière|sinon|à défaut|dans ce cas',
  prepositions: ["de|du|des|d'|de la|de l'|pour", 'chez|en|dans|à|au|aux|avec|pendant|sous|sur'],
  firstPerson: 'nous|notre|nos',
  present: 'maintenant|désormais|actuellement|à présent',
  works: 'références|références bibliographiques|bibliographie|ouvrages cités',
  nameless:
    'article|annexe|chapitre|clause|figure|note|page|partie|section|tableau|le|la|les|un|une|l|d|de|du|des|en|au|aux|à|dans|par|pour|avec|sur|ce|cette|il|elle|ils|elles|si|selon|après|avant|tous|toutes|chaque|m|mme|dr|sa|sarl',
  order: ['avant', 'après|suivant', 'dans les|dans un délai|pendant|sous'],
  exclusive: [
    [
      'augment*|hausse|accru|croît|croissance|progress*|supérieur*|élev*',
      'diminu*|baiss*|réduit|rédui*|recul*|inférieur*|chut*',
    ],
    ['maximum|maximal*', 'minimum|minimal*'],
    ['inclu*|compris*|comprend*', 'exclu*|non compris|hors'],
    ['accept*|approuv*', 'refus*|rejet*'],
    ['bénéfice|bénéfices|profit|profits', 'perte|pertes'],
    [
      'tous|toutes|tout|toute|chaque|toujours',
      'certains|certaines|quelques|plusieurs|parfois|partiellement|peu de|rarement|la plupart|souvent|beaucoup',
    ],
    [
      'quotidien*|par jour|chaque jour',
      'hebdomadaire*|par semaine|chaque semaine',
      'mensuel*|par mois|chaque mois',
      'trimestriel*|par trimestre|chaque trimestre',
      'annuel*|par an|chaque année|chaque an',
    ],
    ['achèt*|achet*|acqui*', 'vend|vendent|vendu*|vendre'],
    ['ouvr*|ouvert*', 'ferm*'],
    ['commenc*|débute*', 'termin*|expir*|prend fin|finit'],
    ['ancien|ancienne|anciens|précédent*', 'actuel*'],
  ],
  opposed: [
    ['brut|brute|bruts|brutes', 'net|nette|nets|nettes'],
    ['à court terme', 'à long terme'],
    ['provisoire|provisoires', 'définitif|définitive|définitifs|définitives'],
    ['fixe|fixes', 'variable|variables'],
    ['corporel*', 'incorporel*'],
    ['intérieur*|interne|internes', 'extérieur*|externe|externes'],
    ['avant', 'arrière'],
    ['supérieur*', 'inférieur*'],
    ['gauche', 'droit|droite'],
    ['préventi*', 'correcti*|curati*'],
    ['direct*', 'indirect*'],
    ['temporaire|temporaires', 'permanent*'],
    ['rémunéré*|payé*', 'non rémunéré*|impayé*'],
    ['simple|simples', 'double|doubles'],
  ],
  amending: {
    clauses:
      'article|articles|art.|clause|clauses|section|sections|paragraphe|paragraphes|stipulation|§|point|points',
    paragraphs: 'paragraphe|alinéa|al.|point|phrase|§',
    changes:
      'modifi*|rempla*|supprim*|suppression|abrog*|substitu*|annul*|avenant*|révis*|insér*|ajouté|ajoutés|ajoutée|ajoutées|porté|portée|portés|portées|réduit|réduite|prolong*|désormais rédigé|désormais rédigée|ainsi rédigé|ainsi rédigée|ainsi rédigés|ainsi rédigées|se lit|se lire|rédigé comme suit|rédigée comme suit',
    replaces: 'remplace|remplacent|annule|annulent|abroge|abrogent|modifie|modifient',
    mentions:
      'tel que modifié|telle que modifiée|tels que modifiés|telles que modifiées|dans sa version modifiée',
    apart:
      'en vertu de|en application de|conformément à|selon|voir|sous réserve de|visé à|visée à|visés à|visées à|prévu à|prévue à|prévus à|prévues à|défini à|définie à|mentionné à|mentionnée à|au sens de|au titre de|sans préjudice de|après|avant|par|avec|référence à|renvoi à|suivant',
    wording:
      'mot|mots|phrase|alinéa|texte|somme|montant|chiffre|nombre|stipulations|dispositions|libellé|termes|intitulé',
    proposed: 'propos*|demande|demandé|demandent|suggèr*|souhait*|rejeté*|refus*|recommand*|envisag*',
    despite: 'nonobstant|par dérogation à|en dérogation à|par exception à|malgré',
  },
  asking: {
    person: 'qui|à qui|de qui|par qui',
    date: 'quand|en quelle année|quelle année|quelles années|en quelles années|quel trimestre|à quelle date|quelle date|depuis quand|quel jour|à quelle heure|quelle heure|quel mois|quel siècle|au cours de quelle année',
    place: 'où|dans quelle ville|dans quel pays|quelle ville|quel pays|d’où',
    number: 'combien|quel pourcentage|quel montant|quelle part|à combien|depuis combien',
    measures:
      'taux|prix|montant|coût|coûts|âge|poids|longueur|largeur|hauteur|profondeur|durée|délai|vitesse|température|fréquence|pression|tension|puissance|valeur|nombre|quantité|taille|superficie|population|pourcentage|part|seuil|limite|distance|revenu|bénéfice|salaire|amende|volume|majorité|tarif|loyer|frais|honoraires|redevance|cotisation|budget|indemnité',
    heads: {
      weight: ['pèse|pèsent|peser', 'poids|masse'],
      height: ['quelle hauteur|mesure|mesurent|quelle altitude|quelle taille', 'hauteur|altitude|taille'],
      length: ['combien de temps|dure|durent', 'durée|longueur|délai'],
      age: ['quel âge', 'âge|né|née|naissance|année de naissance'],
      price: ['coûte|coûtent|coûter|coûtait', 'prix|coût|tarif|montant|frais'],
      pay: ['gagne|gagnent|touche', 'salaire|rémunération|traitement'],
      speed: ['quelle vitesse', 'vitesse|allure'],
      people: [
        'combien de personnes|combien de gens|combien d’habitants',
        'habitants|population|effectif|employés|salariés',
      ],
      keeper: [
        'responsable|s’occupe|chargé|chargée|appartient',
        'responsable|propriétaire|gestionnaire|référent',
      ],
      place: ['où', 'lieu|emplacement|salle|bureau|adresse|ville'],
    },
    prices: [
      'combien|à combien|quel montant',
      'coûte|coûtent|coûter|coûté|coûtait|coût|coûts|prix|tarif|tarifs|loyer|loyers|salaire|frais|honoraires|redevance|cotisation|caution|budget|payer|paie|paye|paient|payé|indemnité|amende',
      'gratuit|rien|gratuite|gratuits|gratuitement|offert|inclus|compris',
    ],
    frequency:
      'à quelle fréquence|avec quelle fréquence|tous les combien|combien de fois par|quelle est la fréquence',
    count: 'combien de|combien d|quel nombre',
    reason:
      'pourquoi|pour quelle raison|pour quelles raisons|quelle est la raison|quelles sont les raisons|quelle est la cause|quelles sont les causes',
    yesNo: 'est-ce que|est-ce qu|est-il|est-elle|y a-t-il',
    manner: 'comment|de quelle manière',
    other: 'que|quoi|quel|quelle|quels|quelles|lequel|laquelle|qu’est-ce qui',
    documents: [
      'quel|quelle|quels|quelles|lequel|laquelle|lesquels|lesquelles',
      'contrat|contrats|accord|accords|bail|baux|avenant|avenants|convention|conventions|prêt|prêts',
      'document|documents|fichier|fichiers|étude|études|article|articles|rapport|rapports|lettre|lettres|procès-verbal|procès-verbaux|réunion|réunions|manuel|manuels|notice|notices|facture|factures|communiqué|communiqués|essai|essais|offre|offres|devis',
      'produit|produits|appareil|appareils|modèle|modèles|fournisseur|fournisseurs|prestataire|prestataires|entreprise|entreprises|société|sociétés|client|clients|salarié|salariés|salariée|salariées|employé|employés|candidat|candidats|locataire|locataires|bailleur|bailleurs|assureur|assureurs',
    ],
    meaning: 'qu’est-ce que|qu’est-ce qu’un|qu’est-ce qu’une|qu’est-ce qu',
    contents:
      'que signifie|que signifient|que veut dire|qu’entend-on par|que désigne|comment est défini|comment est définie|comment définit-on|comment sont définis|que comprend|que comprennent|de quoi se compose|en quoi consiste',
    because: 'parce|car|puisque|afin|en raison|à cause|grâce à|suite à|dû à|due à|dus à|raison',
    defining: [
      'est|sont|était|étaient|représente|comprend|comprennent|consiste',
      'signifie|signifient|désigne|désignent|s’entend|on entend',
    ],
    often:
      'quotidien|quotidiennement|hebdomadaire|mensuel|mensuelle|mensuellement|trimestriel|trimestriellement|annuel|annuelle|annuellement|fois|régulièrement|toujours|jamais|rarement',
    each: 'chaque|tous|toutes|par',
    moments: 'lorsque|lorsqu|quand|dès|après|avant|jusqu|si|sauf|pendant|dans',
    numerals:
      'un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|cent|mille|million|millions|milliard|milliards|moitié|tiers|quart|douzaine',
    derived: {
      change: [
        'variation|évolution|augmentation|diminution|hausse|baisse|différence entre|écart entre|de combien',
        'chang*|vari*|évolu*|différence*|écart*|augment*|diminu*|hausse|baisse|croissance',
        'plus|moins',
      ],
      average: ['moyenne|en moyenne', 'moyen*|médian*|généralement|habituel*'],
      share: [
        'pourcentage|pour cent|proportion|ratio',
        'pourcentage|proportion|part|taux|ratio*',
        'moitié|tiers|quart|cinquième|dixième',
      ],
      total: [
        'total|totale|totaux|au total|somme|cumulé|cumulée',
        'total*|totaux|somme|cumul*|ensemble|les deux',
        'respectivement|respectif|respectifs|respectives|chaque|chacune|chacun|par rapport|comparé*',
      ],
    },
    past: 'était|étaient|a été|ont été|fut|furent|avait|avaient',
    reporting: 'la société|l’entreprise|la compagnie',
    planned:
      'sera|seront|prévu|prévue|prévus|prévues|prévoit|prévoient|envisage|envisagent|attendu|attendue|attendus|attendues|devrait|devraient|pourrait|pourraient',
    former: 'ancien|ancienne|anciennement|démissionné|précédent|précédente|jusqu|retraité|quitté',
    indirect: [
      'décider si|déterminer si|évaluer si|examiner si|savoir si|vérifier si|demander si|émis l’hypothèse que|avons supposé que|tester l’hypothèse',
      '',
      '',
    ],
    aims: [
      'but|objectif|objectifs',
      'analyser|comparer|déterminer|évaluer|examiner|explorer|étudier|tester|vérifier',
    ],
    connecting:
      'a ai ainsi alors après au aussi autre aux avant avec avoir ce cela ces cet cette ceux chaque comme comment dans de depuis des dont du elle elles en entre est et été être eu faire fait il ils je la le les leur leurs lors lui mais même ne nos notre nous on ont ou où par pas pendant peut plus pour qu quand que quel quelle quelles quels qui sa sans se selon ses si son sont sous sur tous tout toute très un une vers vous était étaient quoi l d s n t y appelé autres toutes celle celles mêmes faite faites êtes c j m lorsqu jusqu puisqu quoiqu',
  },
};
