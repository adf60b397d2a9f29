import type { Words } from './words.ts';

export const es: Words = {
  numbers: {
    small:
      'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    one: 'un|una|uno',
    ordinals: '',
    join: (ten, digit) => `${ten} y ${digit}`,
    joinedOne: 'uno',
  },
  calendar: {
    months:
      'enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/sept octubre/oct noviembre/nov diciembre/dic',
    days: 'lunes/lun martes/mar miércoles/mié jueves/jue viernes/vie sábado/sáb domingo/dom',
  },
  units: {
    percent: 'por ciento',
    point: 'punto porcentual|puntos porcentuales',
    USD: 'dólar|dólares',
    GBP: 'libra esterlina|libras esterlinas',
    ton: 'tonelada|toneladas',
    volt: 'voltio|voltios',
    watt: 'vatio|vatios',
  },
  scales: { 100: 'cien|ciento', 1000: 'mil', 1e6: 'millón|millones', 1e9: 'mil millones' },
  multiples: { 0.5: 'mitad|medio|media', 2: 'dos veces|dobl*|duplic*', 3: 'tres veces|tripl*' },
  bounds: {
    least: 'al menos|por lo menos|como mínimo|no menos de|un mínimo de|o más',
    more: 'más de|más que|superior a',
    most: 'a lo sumo|como máximo|no más de|hasta|un máximo de|o menos|a más tardar',
    less: 'menos de|menos que|inferior a',
  },
  negations:
    'no|nunca|jamás|nada|nadie|ningún|ninguno|ninguna|sin|tampoco|ni|niega|niegan|negó|negaron|falso|falsa|prohíb*|prohib*|excluye*|excluid*|rechaz*|imposible|incorrect*|carece*',
  exceptions: 'excepto|salvo|a excepción de|con excepción de|menos los|aparte de',
  limiting:
    'no se aplica|no se aplicará|no será aplicable|no es aplicable|sólo se aplica|solo se aplica|exent*|excluid*|sin embargo|no obstante|en este caso|en ese caso',
  conditions:
    'si|a menos que|siempre que|solo si|sólo si|solo con|sólo con|en caso de|con la condición|salvo que|cuando|mientras|sujeto a',
  hearsay:
    'según|supuestamente|presunt*|afirma|afirman|alega|alegan|dice|dicen|dijo|dijeron|cree|creen|piensa|piensan|sospecha*|críticos',
  weak: 'puede|pueden|podrá|podrán|podría|podrían|debería|deberían|posible*|quizá|quizás|probable*|permitid*|autorizad*|tiene derecho|tienen derecho|optativ*|opcional*|planea*|prevé|recomend*',
  strong: 'debe|deben|deberá|deberán|obligatori*|obligad*|tiene que|tienen que|exigid*|requerid*|hay que',
  able: '',
  allowing: 'permitid*|autorizad*|prohibid*',
  passive: 'por',
  orderTellsRoles: true,
  mutual: 'encontr*|cas*|igual*|parec*|difer*',
  joins: 'y|e|pero|o|u|sino|aunque|porque|mientras que|quien|quienes',
  pointing:
    'este|esta|estos|estas|esto|ese|esa|esos|esas|eso|dicho|dicha|dichos|dichas|él|ella|ellos|ellas|tal|tales|de lo contrario|en este caso|en ese caso|en tal caso',
  prepositions: ['de|del|de la|de los|de las|para', 'en|a|con|durante|bajo'],
  firstPerson: 'nosotros|nosotras|nuestr*',
  present: 'ahora|actualmente|hoy',
  works: 'referencias|referencias bibliográficas|bibliografía',
  nameless:
    'artículo|anexo|apéndice|capítulo|cláusula|figura|nota|página|párrafo|parte|sección|tabla|el|la|los|las|un|una|de|del|en|al|a|por|para|con|si|según|después|antes|todos|todas|cada|sr|sra|dr|dra|sa|sl',
  order: ['antes', 'después|tras|posterior*', 'dentro|durante|en un plazo|en el plazo'],
  exclusive: [
    [
      'aument*|subi*|sube|suben|creci*|crece*|increment*|mayor|superior*',
      'disminu*|baj*|cay*|reduj*|reduc*|descen*|menor|inferior*',
    ],
    ['máxim*', 'mínim*'],
    ['inclu*', 'exclu*'],
    ['acept*|aprob*|aprueb*', 'rechaz*'],
    ['beneficio|beneficios|ganancia|ganancias', 'pérdida|pérdidas'],
    [
      'todos|todas|todo|toda|cada|siempre',
      'algunos|algunas|varios|varias|a veces|parcialmente|pocos|pocas|raramente|la mayoría|a menudo|muchos|muchas',
    ],
    [
      'diari*|al día|por día|cada día',
      'semanal*|por semana|cada semana|a la semana',
      'mensual*|al mes|por mes|cada mes',
      'trimestral*|por trimestre|cada trimestre',
      'anual*|al año|por año|cada año',
    ],
    ['compr*|adquir*|adquier*', 'vend*'],
    ['abr*|abiert*', 'cerr*|cierr*'],
    ['empieza*|comienz*|comenz*|empez*', 'termin*|acab*|venc*|finaliz*'],
    ['antigu*|anterior*', 'actual*'],
  ],
  opposed: [
    ['bruto|bruta|brutos|brutas', 'neto|neta|netos|netas'],
    ['a corto plazo', 'a largo plazo'],
    ['provisional*', 'definitiv*'],
    ['fijo|fija|fijos|fijas', 'variable|variables'],
    ['tangible*', 'intangible*'],
    ['interior*|interno|interna|internos|internas', 'exterior*|externo|externa|externos|externas'],
    ['delanter*', 'traser*'],
    ['superior*', 'inferior*'],
    ['izquierd*', 'derech*'],
    ['temporal*', 'permanente|permanentes|indefinid*'],
    ['directo|directa', 'indirecto|indirecta'],
    ['individual*', 'doble|dobles'],
    ['cubiert*', 'descubiert*'],
  ],
  amending: {
    clauses:
      'artículo|artículos|art.|cláusula|cláusulas|sección|secciones|apartado|apartados|estipulación|disposición|punto|§',
    paragraphs: 'párrafo|apartado|inciso|punto|letra|numeral|fracción',
    changes:
      'modific*|reemplaz*|sustitu*|substitu*|suprim*|supresión|derog*|elimin*|enmend*|enmienda*|adenda|reform*|revis*|añad*|quedará redactado|quedará redactada|queda redactado|queda redactada|quedan redactados|pasa a tener|se leerá|deberá leerse|anula|anulan|anulado|anulada|aumentado|aumentada|reducido|reducida|prorrog*|novación',
    replaces: 'sustituye|sustituyen|reemplaza|reemplazan|deroga|derogan|anula|anulan|modifica',
    mentions: 'en su versión modificada|tal como fue modificado|según fue modificado|y sus modificaciones',
    apart:
      'en virtud de|conforme a|conforme al|de acuerdo con|de conformidad con|según|véase|ver|sujeto a|previsto en|prevista en|previstos en|previstas en|establecido en|establecida en|mencionado en|definido en|sin perjuicio de|después de|antes de|por|con|referencia a|tras',
    wording:
      'palabra|palabras|frase|texto|importe|cantidad|suma|cifra|párrafo|redacción|disposición|título|expresión',
    proposed: 'propon*|propuest*|solicit*|sugier*|rechaz*|recomiend*|pide|piden|desea|desean',
    despite: 'no obstante|no obstante lo dispuesto en|a pesar de|por excepción a|en derogación de',
  },
  asking: {
    person: 'quién|quiénes|quien|de quién|por quién|a quién',
    date: 'cuándo|cuando|a qué hora|qué hora|en qué año|qué año|qué años|en qué años|en qué trimestre|en qué fecha|qué fecha|desde cuándo|qué día|en qué mes|en qué siglo',
    place: 'dónde|en qué ciudad|en qué país|qué ciudad|qué país|de dónde|adónde',
    number: 'cuánto|cuánta|qué porcentaje|qué cantidad|cuál es la cantidad',
    measures:
      'precio|coste|costo|tasa|importe|edad|peso|longitud|anchura|altura|profundidad|duración|plazo|velocidad|temperatura|frecuencia|presión|tensión|potencia|valor|número|cantidad|tamaño|superficie|población|porcentaje|límite|distancia|ingreso|ingresos|beneficio|salario|multa|volumen|período|periodo|mayoría|tarifa|alquiler|renta|sueldo|honorarios|fianza|presupuesto',
    heads: {
      weight: ['pesa|pesan|pesar', 'peso|masa'],
      height: ['qué altura|mide|miden|qué altitud', 'altura|altitud|estatura'],
      length: ['cuánto tiempo|dura|duran', 'duración|plazo|longitud'],
      age: ['cuántos años|qué edad', 'edad|nacimiento|fecha de nacimiento|año de nacimiento'],
      price: ['cuesta|cuestan|costar|vale|valen', 'precio|coste|costo|tarifa|importe'],
      pay: ['gana|ganan|cobra|cobran', 'salario|sueldo|remuneración'],
      speed: ['qué velocidad', 'velocidad'],
      people: ['cuántas personas|cuántos habitantes', 'habitantes|población|empleados|plantilla'],
      keeper: [
        'responsable|se ocupa|se encarga|encargado|encargada|pertenece',
        'responsable|propietario|propietaria|encargado|encargada',
      ],
      place: ['dónde', 'lugar|ubicación|sala|despacho|dirección|ciudad'],
    },
    prices: [
      'cuánto|cuánta|qué cantidad|cuál es la cantidad',
      'cuesta|cuestan|costar|costó|costaría|coste|costo|costos|costes|precio|precios|tarifa|tarifas|alquiler|renta|salario|sueldo|honorarios|fianza|presupuesto|paga|pagan|pagar|pagó|cobra|cobran|multa|importe',
      'gratis|nada|gratuito|gratuita|incluido|incluida|sin coste',
    ],
    frequency:
      'con qué frecuencia|cada cuánto|cada cuánto tiempo|cuántas veces al|cuántas veces por|cuántas veces a la|cuál es la frecuencia',
    count: 'cuántos|cuántas|qué número|cuál es el número',
    reason:
      'por qué|por qué razón|por qué motivo|cuál es la razón|cuál fue la razón|cuáles son las razones|cuál es el motivo|cuál fue el motivo|cuál es la causa|cuál fue la causa',
    yesNo: 'es|son|está|están|tiene|tienen|hay|puede|pueden|debe|deben|fue|ha|han',
    manner: 'cómo|de qué manera',
    other: 'qué|cuál|cuáles|en qué|con qué|de qué|qué es el|qué es la|qué se considera',
    documents: [
      'qué|cuál|cuáles',
      'contrato|contratos|acuerdo|acuerdos|póliza|pólizas|convenio|convenios|préstamo|préstamos',
      'documento|documentos|archivo|archivos|estudio|estudios|artículo|artículos|informe|informes|carta|cartas|acta|actas|reunión|reuniones|manual|manuales|factura|facturas|comunicado|comunicados|ensayo|ensayos|oferta|ofertas|presupuesto|presupuestos',
      'producto|productos|aparato|aparatos|dispositivo|dispositivos|modelo|modelos|proveedor|proveedores|empresa|empresas|cliente|clientes|empleado|empleados|empleada|empleadas|trabajador|trabajadores|candidato|candidatos|inquilino|inquilinos|arrendatario|arrendatarios|arrendador|arrendadores|aseguradora|aseguradoras',
    ],
    meaning: 'qué es un|qué es una|qué es|qué son',
    contents:
      'qué significa|qué significan|qué se entiende por|qué quiere decir|cómo se define|cómo se definen|qué incluye|qué incluyen|en qué consiste|qué comprende',
    because:
      'porque|debido|ya que|puesto que|a fin de|a causa de|gracias a|como consecuencia|como resultado|razón|motivo',
    defining: [
      'es|son|era|eran|consiste|comprende|será|serán',
      'significa|significan|se refiere|se entiende|designa|denota',
    ],
    often:
      'diario|diaria|diariamente|semanal|semanalmente|mensual|mensualmente|trimestral|trimestralmente|anual|anualmente|vez|veces|regularmente|siempre|nunca',
    each: 'cada|todos|todas|por|al',
    moments: 'cuando|si|después|antes|hasta|tras|dentro|durante|mientras|salvo',
    numerals:
      'un|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|cien|ciento|mil|millón|millones|mitad|tercio|cuarto|docena',
    derived: {
      change: [
        'variación|aumento|incremento|disminución|crecimiento|descenso|diferencia entre|diferencia de|en cuánto',
        'vari*|cambi*|difer*|increment*|aument*|disminu*|crecimiento|descenso',
        'más|menos',
      ],
      average: ['promedio|en promedio|la media de', 'promedio*|medi*|normalmente|habitual*'],
      share: [
        'porcentaje|por ciento|proporción|ratio',
        'porcent*|proporción|cuota|participación|tasa|ratio*',
        'mitad|tercio|tercios|cuarto|cuartas|quinto',
      ],
      total: [
        'total|totales|en total|suma',
        'total*|suma|sumas|conjunto|acumulad*|ambos|ambas',
        'respectivamente|respectivos|respectivas|cada|comparación|comparado*|comparada*|frente a',
      ],
    },
    past: 'fue|fueron|era|eran|hubo|había|habían|ha sido|han sido',
    reporting: 'la empresa|la compañía|la sociedad',
    planned:
      'será|serán|prevé|prevén|previsto|prevista|previstos|previstas|planea|planean|espera|esperan|podría|podrían|podrá|podrán',
    former: 'antiguo|antigua|anterior|anteriormente|ex|dimitió|renunció|hasta|retirado|cesó',
    indirect: [
      'comprobar si|decidir si|determinar si|evaluar si|examinar si|investigar si|saber si|verificar si|cuestión de si|hipotetizamos que|planteamos la hipótesis de que|probar la hipótesis de que',
      '',
      '',
    ],
    aims: [
      'fin|finalidad|objetivo|objetivos|propósito',
      'analizar|comparar|comprobar|determinar|estudiar|evaluar|examinar|explorar|investigar|verificar',
    ],
    connecting:
      'a al algo ante antes aunque cada como con contra cuando de del desde donde durante e el ella ellas ellos en entre era eran es esa ese eso esta estaba este esto fue fueron ha había han hasta hay hizo la las le les lo los más mediante mientras muy no nos o otra otro para pero poco por porque pues que se según ser si sin sobre solo son su sus también tan tiene tienen todo todos tras tuvo un una uno unos y ya qué quién cuál cuáles cómo llama llamado toda todas sólo será sería haber dónde quienes tuvieron llaman llamada',
  },
};
