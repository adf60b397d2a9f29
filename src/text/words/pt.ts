import type { Words } from './words.ts';

export const pt: Words = {
  numbers: {
    small:
      'dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    one: 'um|uma',
    ordinals: '',
    join: (ten, digit) => `${ten} e ${digit}`,
    joinedOne: 'um',
  },
  calendar: {
    months:
      'janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez',
    days: 'segunda-feira/seg terça-feira/ter quarta-feira/qua quinta-feira/qui sexta-feira/sex sábado/sáb domingo/dom',
  },
  units: {
    percent: 'por cento',
    point: 'ponto percentual|pontos percentuais',
    'basis point': 'ponto base|pontos base',
    USD: 'dólar|dólares',
    BRL: 'real|reais|r$',
    GBP: 'libra esterlina|libras esterlinas',
    kilometer: 'quilómetro|quilómetros',
    ton: 'tonelada|toneladas',
    volt: 'volt|volts',
    watt: 'watt|watts',
  },
  scales: {
    100: 'cem|cento',
    1000: 'mil',
    1e6: 'milhão|milhões',
    1e9: 'bilhão|bilhões|mil milhões',
    1e12: 'trilhão|trilhões',
  },
  multiples: { 0.5: 'metade|meio|meia', 2: 'duas vezes|dobr*|duplic*|dupl*', 3: 'três vezes|tripl*' },
  bounds: {
    least:
      'pelo menos|ao menos|no mínimo|não menos de|não inferior a|não inferiores a|um mínimo de|ou mais|a partir de',
    more: 'mais de|mais do que|superior a|superiores a|maior que|maior do que|acima de',
    most: 'no máximo|não mais de|não superior a|não superiores a|até|um máximo de|o mais tardar|ou menos|quando muito',
    less: 'menos de|menos do que|inferior a|inferiores a|menor que|menor do que|abaixo de',
  },
  negations:
    'não|nunca|jamais|nada|ninguém|nenhum|nenhuma|sem|tampouco|nem|nega|negam|negou|negaram|falso|falsa|proíb*|proib*|ved*|exclui*|excluí*|excluem|rejeit*|recus*|impossíve*|incorret*|incorrect*|carece*|falta|faltam',
  exceptions:
    'exceto|excepto|salvo|com exceção|com excepção|à exceção|à excepção|afora|fora os|fora as|além de',
  limiting:
    'não se aplica|não se aplicam|não será aplicável|aplica-se apenas|isent*|excluíd*|contudo|no entanto|todavia|neste caso|nesse caso',
  conditions:
    'se|caso|a menos que|a não ser que|desde que|contanto que|só se|somente se|apenas se|apenas com|somente com|em caso de|no caso de|na condição|sob condição|salvo se|quando|enquanto|sujeito a|sujeita a',
  hearsay:
    'segundo|alegad*|alegadamente|supostamente|supost*|afirma|afirmam|afirmou|alega|alegam|diz|dizem|disse|disseram|acredita|acreditam|acha|acham|suspeit*|críticos',
  weak: 'pode|podem|poderá|poderão|poderia|poderiam|deveria|deveriam|possíve*|possivelmente|talvez|prováve*|provavelmente|permitid*|autorizad*|tem direito|têm direito|tem o direito|têm o direito|facultativ*|faculdade|opciona*|pretende|pretendem|planeja*|planeia*|prevê|recomend*',
  strong:
    'deve|devem|deverá|deverão|obrigatóri*|obrigad*|tem que|têm que|tem de|têm de|exigid*|necessári*|é preciso|cabe a|compete a',
  able: '',
  allowing: 'permitid*|autorizad*|proibid*',
  passive: 'por|pelo|pela|pelos|pelas',
  orderTellsRoles: true,
  mutual: 'encontr*|cas*|igua*|parec*|difer*|confin*',
  joins: 'e|mas|porém|ou|contudo|todavia|embora|porque|enquanto que|quem',
  pointing:
    'este|esta|estes|estas|isto|esse|essa|esses|essas|isso|aquele|aquela|aqueles|aquelas|ele|ela|eles|elas|tal|tais|o mesmo|a mesma|os mesmos|as mesmas|dito|dita|referid*|caso contrário|neste caso|nesse caso|em tal caso',
  prepositions: ['de|do|da|dos|das|para', 'em|no|na|nos|nas|a|com|durante|sob'],
  firstPerson: 'nós|nosso|nossa|nossos|nossas',
  present: 'agora|atualmente|actualmente|hoje',
  works: 'referências|referências bibliográficas|bibliografia',
  nameless:
    'artigo|anexo|apêndice|capítulo|cláusula|figura|nota|página|parágrafo|parte|seção|secção|tabela|quadro|o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|ao|à|aos|às|por|pelo|pela|para|com|se|segundo|após|depois|antes|todos|todas|cada|este|esta|sr|sra|dr|dra|sa|lda|ltda',
  order: ['antes', 'depois|após|posterior*', 'dentro|durante|no prazo'],
  exclusive: [
    [
      'aument*|sub*|cresc*|increment*|elev*|maior|maiores|superior*',
      'diminu*|baix*|ca*|reduz*|reduç*|redução|desc*|menor|menores|inferior*',
    ],
    ['máxim*', 'mínim*'],
    ['inclu*', 'exclu*'],
    ['aceit*|aprov*', 'rejeit*|recus*'],
    ['lucro|lucros|ganho|ganhos', 'prejuízo|prejuízos|perda|perdas'],
    [
      'todos|todas|todo|toda|cada|sempre',
      'alguns|algumas|vários|várias|às vezes|parcialmente|poucos|poucas|raramente|a maioria|frequentemente|muitos|muitas',
    ],
    [
      'diári*|por dia|ao dia|cada dia|todos os dias',
      'semana*|por semana|cada semana',
      'mensa*|por mês|ao mês|cada mês',
      'trimestra*|por trimestre|cada trimestre',
      'anua*|por ano|ao ano|cada ano',
    ],
    ['compr*|adquir*', 'vend*'],
    ['abre|abrem|abert*|abrir', 'fech*|encerr*'],
    ['começ*|inici*', 'termin*|acab*|expir*|cess*'],
    ['antig*|anterior*|ex', 'atua*|actua*'],
  ],
  opposed: [
    ['bruto|bruta|brutos|brutas', 'líquido|líquida|líquidos|líquidas'],
    ['a curto prazo|de curto prazo', 'a longo prazo|de longo prazo'],
    ['provisóri*', 'definitiv*'],
    ['fixo|fixa|fixos|fixas', 'variável|variáveis'],
    ['tangíve*', 'intangíve*'],
    ['interior*|interno|interna|internos|internas', 'exterior*|externo|externa|externos|externas'],
    ['dianteir*', 'traseir*'],
    ['superior*', 'inferior*'],
    ['esquerd*', 'direito|direita|direitos|direitas'],
    ['temporári*', 'permanente|permanentes'],
    ['direto|direta', 'indireto|indireta'],
    ['individua*', 'duplo|dupla|duplos|duplas'],
    ['corrente|correntes', 'não corrente|não correntes'],
  ],
  amending: {
    clauses: 'artigo|artigos|art.|cláusula|cláusulas|secção|seção|seções|item|itens|ponto|§',
    paragraphs: 'parágrafo|alínea|inciso|n.º|número|item|ponto|§',
    changes:
      'alter*|modific*|substitu*|suprim*|revog*|elimin*|emend*|aditamento|aditivo|adenda|revis*|inserid*|acrescentad*|acrescid*|passa a ter|passam a ter|passa a vigorar|passam a vigorar|deve ler-se|lê-se|aumentado|aumentada|reduzido|reduzida|prorrog*|anula|anulado|anulada',
    replaces: 'substitui|substituem|revoga|revogam|altera|modifica',
    mentions: 'conforme alterado|conforme alterada|com as alterações',
    apart:
      'nos termos de|nos termos do|nos termos da|de acordo com|em conformidade com|conforme|segundo|ver|vide|sujeito a|previsto em|previsto no|prevista na|referido no|referida na|definido na|definido no|sem prejuízo de|sem prejuízo do|após|antes de|por|pelo|pela|com|referência à|referência ao',
    wording:
      'palavra|palavras|frase|texto|valor|montante|quantia|redação|redacção|expressão|disposição|título|prazo',
    proposed: 'propõ*|propost*|solicit*|sugere*|rejeit*|recus*|recomend*|pede|pedem|pretend*',
    despite: 'não obstante|sem embargo de|em derrogação de|apesar de|em exceção a',
  },
  asking: {
    person: 'quem|de quem|por quem|a quem|com quem|para quem|quem é|quem são|quem foi',
    date: 'quando|em que ano|em qual ano|que ano|qual ano|quais anos|que anos|em que anos|em quais anos|a que horas|a que hora|que horas|que hora|em que data|em qual data|que data|qual data|qual a data|qual é a data|desde quando|até quando|para quando|em que dia|em qual dia|que dia|qual dia|que dias|quais dias|em que mês|em qual mês|que mês|qual mês|em que século|em que trimestre',
    place:
      'onde|aonde|de onde|em que cidade|em qual cidade|que cidade|qual cidade|em que país|em qual país|que país|qual país|em que local|em que lugar|em que região|em que estado|em qual estado',
    number:
      'quanto|quanta|quanto tempo|por quanto|por quanto tempo|em quanto tempo|há quanto tempo|a quanto|de quanto|que percentagem|qual percentagem|qual porcentagem|que porcentagem|qual percentual|que percentual|que quantia|qual quantia|que montante|qual montante|que quantidade|por que período|por que valor|que parte',
    measures:
      'preço|preços|custo|custos|taxa|taxas|alíquota|importância|montante|quantia|idade|peso|comprimento|largura|altura|profundidade|duração|prazo|período|velocidade|temperatura|frequência|pressão|tensão|potência|valor|valores|número|quantidade|tamanho|superfície|área|população|percentagem|porcentagem|percentual|limite|distância|receita|receitas|rendimento|lucro|salário|multa|coima|indenização|indemnização|remuneração|volume|maioria|quórum|tarifa|propina|quota|cota|mensalidade|anuidade|orçamento|capacidade|máximo|mínimo',
    heads: {
      weight: ['pesa|pesam|pesar', 'peso|massa'],
      height: ['que altura|qual altura|mede|medem|que altitude', 'altura|altitude|estatura'],
      length: ['quanto tempo|dura|duram', 'duração|prazo|comprimento'],
      age: ['quantos anos|que idade|qual idade', 'idade|nascimento|data de nascimento|ano de nascimento'],
      price: ['custa|custam|custar', 'preço|custo|tarifa|valor'],
      pay: ['ganha|ganham|recebe', 'salário|vencimento|remuneração'],
      speed: ['que velocidade|qual velocidade', 'velocidade'],
      people: ['quantas pessoas|quantos habitantes', 'habitantes|população|empregados|funcionários'],
      keeper: [
        'responsável|trata de|encarregado|encarregada|pertence',
        'responsável|proprietário|proprietária|encarregado',
      ],
      place: ['onde', 'local|lugar|localização|sala|endereço|morada|cidade'],
    },
    prices: [
      'quanto|quanta|a quanto|que quantia|qual quantia|que montante|qual montante',
      'custa|custam|custar|custou|custo|custos|preço|preços|tarifa|tarifas|aluguel|aluguer|renda|salário|honorários|mensalidade|propina|caução|orçamento|paga|pagam|pagar|multa|remuneração',
      'grátis|nada|gratuito|gratuita|incluído|incluída|sem custo',
    ],
    frequency:
      'com que frequência|com qual frequência|de quanto em quanto tempo|a cada quanto tempo|de quantos em quantos|de quantas em quantas|quantas vezes por|quantas vezes ao|quantas vezes a|quantas vezes à|qual a frequência|qual é a frequência|com que periodicidade',
    count:
      'quantos|quantas|que número|qual número|qual o número|qual é o número|em quantos|em quantas|por quantos|por quantas',
    reason:
      'por que|por quê|porque|porquê|por que razão|por que razões|por que motivo|por que motivos|por qual motivo|por qual razão|por quais motivos|por quais razões|qual a razão|qual é a razão|qual foi a razão|quais as razões|quais são as razões|qual o motivo|qual é o motivo|qual foi o motivo|quais os motivos|quais são os motivos|qual a causa|qual é a causa|qual foi a causa|quais as causas|quais são as causas|o que causou|o que levou|a que se deve',
    manner: 'como|de que forma|de que modo|de que maneira|de qual forma|por que meio',
    yesNo:
      'é|são|está|estão|tem|têm|há|existe|existem|pode|podem|deve|devem|foi|foram|será|posso|podemos|precisa|é possível',
    other:
      'que|o que|o quê|qual|quais|qual é|qual é o|qual é a|qual o|qual a|quais são|quais os|quais as|em que|a que|de que|para que|com que|em qual|a qual|de qual|cite|indique',
    documents: [
      'qual|quais|que',
      'contrato|contratos|acordo|acordos|apólice|apólices|convênio|convênios|empréstimo|empréstimos',
      'documento|documentos|arquivo|arquivos|estudo|estudos|artigo|artigos|relatório|relatórios|carta|cartas|ata|atas|reunião|reuniões|manual|manuais|fatura|faturas|comunicado|comunicados|ensaio|ensaios|oferta|ofertas|proposta|propostas|orçamento|orçamentos',
      'produto|produtos|aparelho|aparelhos|dispositivo|dispositivos|modelo|modelos|fornecedor|fornecedores|empresa|empresas|cliente|clientes|empregado|empregados|funcionário|funcionários|trabalhador|trabalhadores|candidato|candidatos|inquilino|inquilinos|locatário|locatários|senhorio|senhorios|seguradora|seguradoras',
    ],
    meaning: 'o que é um|o que é uma|o que é|o que são|que é',
    contents:
      'o que significa|o que significam|que significa|que significam|o que se entende por|que se entende por|o que quer dizer|que quer dizer|como se define|como se definem|como é definido|como é definida|como são definidos|como são definidas|qual o significado de|qual é o significado de|qual a definição de|qual é a definição de|o que inclui|o que incluem|em que consiste|em que consistem|o que compreende|o que compreendem|o que abrange|do que é feito|do que é feita|de que é feito|de que é composto|de que é composta',
    because:
      'porque|pois|devido|já que|uma vez que|visto que|dado que|a fim de|por causa|graças a|em consequência|como resultado|em virtude|em razão|por isso|portanto|razão|motivo',
    defining: [
      'é|são|era|eram|consiste|consistem|compreende|compreendem|representa|será|serão',
      'significa|significam|refere-se|entende-se|entendem-se|designa|designam|denota',
    ],
    often:
      'diário|diária|diariamente|semanal|semanalmente|quinzenal|quinzenalmente|mensal|mensalmente|bimestral|trimestral|trimestralmente|semestral|semestralmente|anual|anualmente|vez|vezes|regularmente|periodicamente|sempre|nunca|raramente',
    each: 'cada|todos|todas|por|ao|toda|todo',
    moments: 'quando|se|depois|antes|após|até|logo|dentro|durante|enquanto|caso|salvo',
    numerals:
      'um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|mil|milhão|milhões|bilhão|bilhões|metade|terço|quarto|dúzia',
    derived: {
      change: [
        'variação|aumento|incremento|diminuição|queda|diferença entre|diferença de|em quanto',
        'vari*|mud*|alter*|diferença*|increment*|aument*|diminu*|queda|crescimento',
        'mais|menos',
      ],
      average: ['média|em média', 'médi*|normalmente|geralmente'],
      share: [
        'percentagem|porcentagem|percentual|por cento|rácio',
        'percent*|porcent*|quota|taxa|rácio*|razão',
        'metade|terço|terços|quarto|quartos|quinto',
      ],
      total: [
        'total|totais|no total|soma',
        'total|totais|soma|conjunto|acumulad*|ambos|ambas',
        'respectivamente|respetivamente|cada|comparação|comparado*|comparada*',
      ],
    },
    past: 'era|eram|foi|foram|havia|tinha|tinham|houve',
    reporting: 'a empresa|da empresa|a companhia|da companhia|a sociedade|da sociedade',
    planned:
      'será|serão|previsto|prevista|previstos|previstas|prevê|preveem|planeja|planejam|espera|esperam|pretende|pretendem|poderia|poderiam',
    former:
      'antigo|antiga|anterior|anteriormente|ex|demitiu-se|renunciou|exonerado|exonerada|até|cessou|cessante|antecessor|aposentado|aposentada|reformado',
    indirect: [
      'avaliar se|decidir se|determinar se|examinar se|investigar se|saber se|verificar se|hipotetizamos que|levantamos a hipótese de que|testar a hipótese',
      '',
      '',
    ],
    aims: [
      'finalidade|objetivo|objetivos|propósito',
      'analisar|avaliar|comparar|determinar|estudar|examinar|explorar|investigar|verificar',
    ],
    connecting:
      'a à ainda ao aos às aquela aquele as até cada com como contra da das de dela dele deles depois desde deste desta deve devem do dos durante e é ela elas ele eles em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe mais mas me mesmo muito na nas não nem no nos nós nossa nosso num numa o os ou para pela pelas pelo pelos pode podem por porque qual quais quando que quem são se segundo sem ser será seu seus sobre só sua suas também tem têm tendo ter teve toda todas todo todos um uma uns você quê chama chamado chamada mesma mesmos mesmas muitas muitos aqueles aquelas destes destas delas serem forem seria seriam deverá deveria poderá poderia terá teria',
  },
};
