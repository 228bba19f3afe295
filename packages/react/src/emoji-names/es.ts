/*! Data of Emojibase and Unicode CLDR, written by emoji-data/write.ts.

MIT License

Copyright (c) 2017-2019 Miles Johnson

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

UNICODE LICENSE V3

COPYRIGHT AND PERMISSION NOTICE

Copyright © 2004-2026 Unicode, Inc.

NOTICE TO USER: Carefully read the following legal agreement. BY
DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA FILES, AND/OR
SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE
TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.

Permission is hereby granted, free of charge, to any person obtaining a
copy of data files and any associated documentation (the "Data Files") or
software and any associated documentation (the "Software") to deal in the
Data Files or Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, and/or sell
copies of the Data Files or Software, and to permit persons to whom the
Data Files or Software are furnished to do so, provided that either (a)
this copyright and permission notice appear with all copies of the Data
Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall
not be used in advertising or otherwise to promote the sale, use or other
dealings in these Data Files or Software without prior written
authorization of the copyright holder.

SPDX-License-Identifier: Unicode-3.0
*/

export const lines: string = `😀|1|cara sonriendo|divertido|feliz|sonrisa
😃|0.6|cara sonriendo con ojos grandes|divertido|risa
😄|0.6|cara sonriendo con ojos sonrientes|abierta|sonrisa
😁|0.6|cara radiante con ojos sonrientes|risa|sonrisa
😆|0.6|cara sonriendo con los ojos cerrados|abierta|boca|risa
😅|0.6|cara sonriendo con sudor frío|risa
🤣|3|cara revolviéndose de la risa|carcajada|ojos cerrados
😂|0.6|cara llorando de risa|felicidad|lágrima
🙂|1|cara sonriendo ligeramente|sonrisa
🙃|1|cara al revés
🫠|14|cara derritiéndose|calor|derretido|derretirse|desaparecer|fundirse|líquido
😉|0.6|cara guiñando el ojo|guiño
😊|0.6|cara feliz con ojos sonrientes|rubor|sonrisa
😇|1|cara sonriendo con aureola|halo|sonrisa|ángel
🥰|11|cara sonriendo con corazones|adorar|amor|enamorada|enamorado
😍|0.6|cara sonriendo con ojos de corazón|amor|sonrisa
🤩|5|cara sonriendo con estrellas|sonrisa
😘|0.6|cara lanzando un beso
😗|1|cara besando|beso
☺️|0.6|cara sonriente|contorno|relajado|sonrisa
😚|0.6|cara besando con los ojos cerrados|beso
😙|1|cara besando con ojos sonrientes|beso|sonrisa
🥲|13|cara sonriente con lágrima|agradecido|aliviado|emocionado|orgulloso|sonrisa
😋|0.6|cara saboreando comida|delicioso|hambre|rico
😛|1|cara sacando la lengua
😜|0.6|cara sacando la lengua y guiñando un ojo|guiño
🤪|5|cara de loco|grande|ojo|pequeño
😝|0.6|cara con ojos cerrados y lengua fuera|sabor
🤑|1|cara con lengua de dinero|boca
🤗|1|cara con manos abrazando|abrazo|sonrisa
🤭|5|cara con mano sobre la boca|ostras|uy|vaya
🫢|14|cara con ojos abiertos y boca tapada|alucinar|asombro|increíble|sorpresa|vergüenza
🫣|14|cara tapada con ojo espiando|espiar|fascinado|mirar|vistazo
🤫|5|cara pidiendo silencio|callado
🤔|1|cara pensativa|duda|pensando
🫡|14|cara saludando|ejército|orden|saludo|sol|sí|vale
🤐|1|cara con la boca cerrada con cremallera
🤨|5|cara con ceja alzada|desconfiado|escéptico
😐|0.7|cara neutral|inexpresivo
😑|1|cara sin expresión|inexpresiva|inexpresivo|inexpresión
😶|1|cara sin boca|callado|silencio
🫥|14|cara con línea de puntos|depresivo|deprimido|desaparecer|esconderse|introvertido|invisible
😶‍🌫️|13.1|cara entre las nubes|ausente|cabeza en las nubes|cara en la niebla|en las nubes
😏|0.6|cara sonriendo con superioridad|listillo
😒|0.6|cara de desaprobación|insatisfacción|rechazo
🙄|1|cara con ojos en blanco|frustración|vueltos
😬|1|cara haciendo una mueca
😮‍💨|13.1|cara exhalando|alivio|bocanada|exhalar|jadear|resoplido|silbar
🤥|3|cara de mentiroso|nariz|pinocho
🫨|15|cara temblorosa|shock|temblar|terremoto|vibrar
🙂‍↔️|15.1|cabeza negando|cabeza moviéndose horizontalmente|negar|no
🙂‍↕️|15.1|cabeza asintiendo|asentir|cabeza moviéndose verticalmente|sí
😌|0.6|cara de alivio|aliviado
😔|0.6|cara desanimada|alicaído|desanimado|pensativo
😪|0.6|cara de sueño|dormir
🤤|3|cara babeando|baba
😴|1|cara durmiendo|dormido|sueño|zzz
🫩|16|cara con ojeras|agotado|agotamiento|cansado|cansancio|extenuación|extenuado|ojos|sueño
😷|0.6|cara con mascarilla médica|enfermo|malo|máscara
🤒|1|cara con termómetro|enfermo|malo
🤕|1|cara con la cabeza vendada|dolor|herida
🤢|3|cara de náuseas|vomitar
🤮|5|cara vomitando|enfermo|malo|vomitar
🤧|3|cara estornudando|estornudar|estornudo|pañuelo
🥵|11|cara con calor|cara roja|fiebre|golpe de calor|sudor
🥶|11|cara con frío|cara congelada|congelado|helado
🥴|11|cara de grogui|atontado|entonado|intoxicado|mareado
😵|0.6|cara mareada|mareo
😵‍💫|13.1|cara con ojos en espiral|hipnotizado|indispuesto|mareado|mareo|problema
🤯|5|cabeza explotando|explosión
🤠|3|cara con sombrero de vaquero|vaquera
🥳|11|cara de fiesta|capirote|celebración|gorro|matasuegras
🥸|13|cara disfrazada|careta|disimulo|gafas|incógnito|nariz
😎|1|cara sonriendo con gafas de sol|guay
🤓|1|cara de empollón|friki|friqui
🧐|5|cara con monóculo|aristocrático|estirado
😕|1|cara de confusión|confuso
🫤|14|cara con boca diagonal|decepcionado|decepción|escéptico|inseguro|jo|vaya
😟|1|cara preocupada|preocupación|preocupado
🙁|1|cara con el ceño ligeramente fruncido
☹️|0.7|cara con el ceño fruncido
😮|1|cara con la boca abierta
😯|1|cara estupefacta|alucinado|estupefacto|sorprendido
😲|0.6|cara asombrada|alucinado|asombrado|pasmado
😳|0.6|cara sonrojada|colorado|sonrojado
🫪|17|cara deformada|ansiedad|conmocionado|hinchado|pánico|sorprendido|vulnerable
🥺|11|cara suplicante|implorar|ojos adorables|piedad|por favor
🥹|14|cara aguantándose las lágrimas|emocionado|emoción|llorar|orgulloso|resistir|triste
😦|1|cara con el ceño fruncido y la boca abierta|ceño fruncido con boca abierta
😧|1|cara angustiada|angustiado
😨|0.6|cara asustada|asustado|miedo|miedoso
😰|0.6|cara con ansiedad y sudor|frío
😥|0.6|cara triste pero aliviada|aliviado|decepcionado|menos mal
😢|0.6|cara llorando|llorar|lágrima|triste
😭|0.6|cara llorando fuerte|llorar|lágrima|triste
😱|0.6|cara gritando de miedo|asustado|pánico
😖|0.6|cara de frustración|frustrado
😣|0.6|cara desesperada|desesperación|frustración
😞|0.6|cara decepcionada|decepcionado|decepción
😓|0.6|cara con sudor frío
😩|0.6|cara agotada|agotado|cansado
😫|0.6|cara cansada|cansado
🥱|12|cara de bostezo|aburrido|cansado|dormido|sueño
😤|0.6|cara resoplando|cabreo|enfado
😡|0.6|cara cabreada|cabreo|enfadado|furia
😠|0.6|cara enfadada|enfadado|histérico
🤬|5|cara con símbolos en la boca|maldecir|palabrota
😈|1|cara sonriendo con cuernos|demonio|sonrisa
👿|0.6|cara enfadada con cuernos|demonio|diablo
💀|0.6|calavera|cara|cuento|monstruo|muerte
☠️|1|calavera y huesos cruzados|cara|muerte
💩|0.6|caca con ojos|cómic|mierda|mojón
🤡|3|cara de payaso
👹|0.6|demonio japonés oni|cara|cuento|cuernos|sonrisa
👺|0.6|demonio japonés tengu|cara|cuento|fantasía|monstruo
👻|0.6|fantasma|cara|criatura|cuento|monstruo
👽|0.6|alienígena|cara|criatura|extraterrestre|ovni
👾|0.6|monstruo alienígena|cara|criatura|extraterrestre|ovni
🤖|1|robot|cara|monstruo
😺|0.6|gato sonriendo|cara|feliz|gato alegre|gato feliz|sonrisa
😸|0.6|gato sonriendo con ojos sonrientes|cara|sonrisa
😹|0.6|gato llorando de risa|cara|lágrima
😻|0.6|gato sonriendo con ojos de corazón|cara|enamorado
😼|0.6|gato haciendo una mueca|cara|irónico|sonrisa
😽|0.6|gato besando|beso|cara|cariñoso
🙀|0.6|gato asustado|cara|preocupación|pánico|sorpresa
😿|0.6|gato llorando|cara|lágrima|pena|triste
😾|0.6|gato enfadado|cara
🙈|0.6|mono con los ojos tapados|cara|mal|prohibido
🙉|0.6|mono con los oídos tapados|cara|mal|prohibido
🙊|0.6|mono con la boca tapada|cara|mal|prohibido
💌|0.6|carta de amor|corazón|correo
💘|0.6|corazón con flecha|amor|emoción
💝|0.6|corazón con lazo|emoción|san valentín
💖|0.6|corazón brillante|amor|emoción
💗|0.6|corazón creciente|emocionado|latido|nervioso
💓|0.6|corazón latiendo|amor|emoción|latido
💞|0.6|corazones giratorios|corazón
💕|0.6|dos corazones|amantes|amor|corazón
💟|0.6|adorno de corazón
❣️|1|exclamación de corazón|puntuación
💔|0.6|corazón roto|emoción|partido
❤️‍🔥|13.1|corazón en llamas|amor|fuego|lujuria|pasión
❤️‍🩹|13.1|corazón vendado|bien|curarse|mejor|mejorar|recuperación|salud
❤️|0.6|corazón rojo|emoción
🩷|15|corazón rosa|amor|bonito|gustar
🧡|5|corazón naranja|emoción
💛|0.6|corazón amarillo|emoción
💚|0.6|corazón verde|emoción
💙|0.6|corazón azul|emoción
🩵|15|corazón azul claro|celeste|cián
💜|0.6|corazón morado|emoción
🤎|12|corazón marrón|emoción
🖤|3|corazón negro
🩶|15|corazón gris|pizarra|plata
🤍|12|corazón blanco|emoción
💋|0.6|marca de beso|labios|romance
💯|0.6|cien puntos|100|pleno
💢|0.6|símbolo de enfado|cómic|enfadado
🫯|17|nube de pelea|alboroto|altercado|bronca|desacuerdo|discusión|lucha
💥|0.6|colisión|cómic
💫|0.6|símbolo de mareo|cómic|emoción|estrella
💦|0.6|gotas de sudor|cómic|emoción
💨|0.6|salir corriendo|carrera|correr|cómic|humo
🕳️|0.7|agujero|orificio
💬|0.6|bocadillo de diálogo|conversación|cómic
👁️‍🗨️|2|ojo en bocadillo de texto|testigo
🗨️|2|bocadillo de diálogo por la izquierda|burbuja|conversación
🗯️|0.7|bocadillo de enfado por la derecha|cabreo|rabia
💭|1|bocadillo de pensamiento|burbuja|cómic
💤|0.6|símbolo de sueño|cómic|dormir|zzz

👋|0.6+|mano saludando|agitar|saludar|saludo
🤚|3+|dorso de la mano|levantado
🖐️|0.7+|mano abierta|dedo
✋|0.6+|mano levantada|choca esos cinco
🖖|1+|saludo vulcano|mano|spock
🫱|14+|mano hacia la derecha
🫲|14+|mano hacia la izquierda
🫳|14+|mano con la palma hacia abajo|bajar|descartar|fuera|quita|rechazar
🫴|14+|mano con la palma hacia arriba|acércate|dame|ofrecer|trae|ven
🫷|15+|mano empujando hacia la izquierda|choca esos cinco|detener|empujar|rechazar|stop
🫸|15+|mano empujando hacia la derecha|choca esos cinco|detener|empujar|rechazar|stop
👌|0.6+|señal de aprobación con la mano|ok
🤌|13+|dedos juntos apuntando hacia arriba|gesto|italia|italiano|mano|sarcasmo
🤏|12+|mano pellizcando|pellizco|poco|poquito
✌️|0.6+|mano con señal de victoria
🤞|3+|dedos cruzados|cruzar|mano|suerte
🫰|14+|mano con dedo índice y pulgar cruzados|amor|caro|chasquido|corazón|dinero
🤟|5+|gesto de te quiero|mano
🤘|1+|mano haciendo el signo de cuernos|dedo|rock
🤙|3+|mano haciendo el gesto de llamar|meñique|pulgar
👈|0.6+|dorso de mano con índice a la izquierda|dedo
👉|0.6+|dorso de mano con índice a la derecha|dedo
👆|0.6+|dorso de mano con índice hacia arriba|apuntar|dedo
🖕|1+|dedo corazón hacia arriba|mano|peineta
👇|0.6+|dorso de mano con índice hacia abajo|apuntar|dedo
☝️|0.6+|dedo índice hacia arriba|apuntar|mano
🫵|14+|dedo índice apuntándote a ti|apuntar|tú
👍|0.6+|pulgar hacia arriba|mano|señal
👎|0.6+|pulgar hacia abajo|mano|señal
✊|0.6+|puño en alto|cerrado|mano|puñetazo
👊|0.6+|puño cerrado|puñetazo
🤛|3+|puño hacia la izquierda
🤜|3+|puño hacia la derecha
👏|0.6+|manos aplaudiendo|aplaudir|palmas|señal
🙌|0.6+|manos levantadas celebrando|celebración|gesto|hurra
🫶|14+|manos formando un corazón|amor
👐|0.6+|manos abiertas
🤲|5+|palmas hacia arriba juntas|oración
🤝|3+|apretón de manos|acuerdo
🙏|0.6+|manos en oración|gracias|orar|por favor|rezar
✍️|0.7+|mano escribiendo|escribir|lápiz
💅|0.6+|pintarse las uñas|cosmética|esmalte|manicura
🤳|3+|selfi|autofoto|cámara|selfie|teléfono
💪|0.6+|bíceps flexionado|cómic|fuerte|músculo
🦾|12|brazo mecánico|accesibilidad|ortopedia|prótesis
🦿|12|pierna mecánica|accesibilidad|ortopedia|prótesis
🦵|11+|pierna|extremidad|patada
🦶|11+|pie|patada|pisotón
👂|0.6+|oreja|cuerpo
🦻|12+|oreja con audífono|accesibilidad|prótesis auditiva|sordo
👃|0.6+|nariz|cuerpo
🧠|5|cerebro|inteligente
🫀|13|corazón humano|anatomía|cardiología|latido|pulso|órgano
🫁|13|pulmones|exhalar|inhalar|respiración|respirar|órgano
🦷|11|diente|dentista|molar|muela
🦴|11|hueso|esqueleto
👀|0.6|ojos|cara
👁️|0.7|ojo|cuerpo
👅|0.6|lengua|cuerpo
👄|0.6|boca|labios
🫦|14|labio mordido|ansioso|incómodo|ligar|miedo|nervioso|preocupado
👶|0.6+|bebé|joven|niño
🧒|5+|infante|crío|género|joven|neutro
👦|0.6+|niño|joven
👧|0.6+|niña|chica|joven
🧑|5+|persona adulta|género|neutro
👱|0.6+|persona adulta rubia|rubias|rubio|rubios
👨|0.6+|hombre|adulto
🧔|5+|persona con barba|barbas|barbudo
🧔‍♂️|13.1+|hombre: barba
🧔‍♀️|13.1+|mujer: barba
👨‍🦰|11+|hombre: pelo pelirrojo|adulto
👨‍🦱|11+|hombre: pelo rizado|adulto
👨‍🦳|11+|hombre: pelo blanco|adulto
👨‍🦲|11+|hombre: sin pelo|adulto
👩|0.6+|mujer|adulta
👩‍🦰|11+|mujer: pelo pelirrojo|adulta
🧑‍🦰|12.1+|persona adulta: pelo pelirrojo|género|neutro
👩‍🦱|11+|mujer: pelo rizado|adulta
🧑‍🦱|12.1+|persona adulta: pelo rizado|género|neutro
👩‍🦳|11+|mujer: pelo blanco|adulta
🧑‍🦳|12.1+|persona adulta: pelo blanco|género|neutro
👩‍🦲|11+|mujer: sin pelo|adulta
🧑‍🦲|12.1+|persona adulta: sin pelo|género|neutro
👱‍♀️|4+|mujer rubia|rubiales
👱‍♂️|4+|hombre rubio|rubiales
🧓|5+|persona mayor|adulto|género neutro|género no especificado|maduro
👴|0.6+|anciano|hombre|mayor
👵|0.6+|anciana|mayor|mujer
🙍|0.6+|persona frunciendo el ceño|fruncido|gesto
🙍‍♂️|4+|hombre frunciendo el ceño|fruncido|gesto
🙍‍♀️|4+|mujer frunciendo el ceño|fruncido|gesto
🙎|0.6+|persona haciendo pucheros|gesto
🙎‍♂️|4+|hombre haciendo pucheros|gesto
🙎‍♀️|4+|mujer haciendo pucheros|gesto
🙅|0.6+|persona haciendo el gesto de "no"|mano|prohibido
🙅‍♂️|4+|hombre haciendo el gesto de "no"|mano|prohibido
🙅‍♀️|4+|mujer haciendo el gesto de "no"|mano|prohibido
🙆|0.6+|persona haciendo el gesto de "de acuerdo"|mano|ok|vale
🙆‍♂️|4+|hombre haciendo el gesto de "de acuerdo"|mano|ok|vale
🙆‍♀️|4+|mujer haciendo el gesto de "de acuerdo"|mano|ok|vale
💁|0.6+|persona de mostrador de información|mano
💁‍♂️|4+|empleado de mostrador de información|hombre|mano
💁‍♀️|4+|empleada de mostrador de información|mano|mujer
🙋|0.6+|persona con la mano levantada|feliz|gesto|levantar
🙋‍♂️|4+|hombre con la mano levantada|gesto|levantar
🙋‍♀️|4+|mujer con la mano levantada|gesto|levantar
🧏|12+|persona sorda|accesibilidad|escuchar|oído|oír|sordera
🧏‍♂️|12+|hombre sordo|sordera
🧏‍♀️|12+|mujer sorda|sordera
🙇|0.6+|persona haciendo una reverencia|disculpa|gesto|perdón
🙇‍♂️|4+|hombre haciendo una reverencia|disculpa|gesto|perdón
🙇‍♀️|4+|mujer haciendo una reverencia|disculpa|gesto|perdón
🤦|3+|persona con la mano en la frente|facepalm|incredulidad
🤦‍♂️|4+|hombre con la mano en la frente|facepalm|incredulidad
🤦‍♀️|4+|mujer con la mano en la frente|facepalm|incredulidad
🤷|3+|persona encogida de hombros|duda|encogerse|indiferencia
🤷‍♂️|4+|hombre encogido de hombros|duda|encogerse|indiferencia
🤷‍♀️|4+|mujer encogida de hombros|duda|encogerse|indiferencia
🧑‍⚕️|12.1+|profesional sanitario|doctor|enfermero|médico|salud|terapeuta
👨‍⚕️|4+|profesional sanitario hombre|doctor|enfermero|médico|terapeuta hombre
👩‍⚕️|4+|profesional sanitario mujer|doctora|enfermera|médica|sanitaria|terapeuta mujer
🧑‍🎓|12.1+|estudiante|graduado|licenciado|universitario
👨‍🎓|4+|estudiante hombre|graduado|licenciado|universitario
👩‍🎓|4+|estudiante mujer|graduada|licenciada|universitaria
🧑‍🏫|12.1+|docente|educador|enseñanza|instructor|maestro|profesor
👨‍🏫|4+|docente hombre|educador|instructor|maestro|profesor
👩‍🏫|4+|docente mujer|educadora|instructora|maestra|profesora
🧑‍⚖️|12.1+|fiscal|juez|juicio|magistrado
👨‍⚖️|4+|fiscal hombre|juez|justicia|magistrado
👩‍⚖️|4+|fiscal mujer|jueza|justicia|magistrada
🧑‍🌾|12.1+|profesional de la agricultura|agricultor|cultivador|granjero|jardinero|labrador
👨‍🌾|4+|profesional de la agricultura hombre|agricultor|campo|granjero|labrador
👩‍🌾|4+|profesional de la agricultura mujer|agricultora|campo|granjera|labradora
🧑‍🍳|12.1+|chef|cocinero|cocinillas|guisandero|pinche
👨‍🍳|4+|chef hombre|cocinero|pinche
👩‍🍳|4+|chef mujer|cocinera|pinche
🧑‍🔧|12.1+|profesional de la mecánica|electricista|fontanero|mecánico|operario|técnico
👨‍🔧|4+|profesional de la mecánica hombre|electricista|fontanero|mecánico|operario
👩‍🔧|4+|profesional de la mecánica mujer|electricista|fontanera|operaria
🧑‍🏭|12.1+|profesional industrial|fábrica|montaje|obrero|operario|trabajador
👨‍🏭|4+|profesional industrial hombre|fábrica|montaje|obrero|operario|trabajador
👩‍🏭|4+|profesional industrial mujer|fábrica|montaje|obrera|operaria|trabajadora
🧑‍💼|12.1+|oficinista|arquitecto|director|ejecutivo|empresa
👨‍💼|4+|oficinista hombre|director|ejecutivo|empresa|oficina
👩‍💼|4+|oficinista mujer|directora|ejecutiva|empresa|oficina
🧑‍🔬|12.1+|profesional de la ciencia|biólogo|científico|físico|investigador|químico
👨‍🔬|4+|profesional de la ciencia hombre|biólogo|científico|físico|químico
👩‍🔬|4+|profesional de la ciencia mujer|bióloga|científica|física|química
🧑‍💻|12.1+|profesional de la tecnología|desarrollador|informático|programador|software|tecnólogo
👨‍💻|4+|profesional de la tecnología hombre|desarrollador|informático|programador|tecnólogo
👩‍💻|4+|profesional de la tecnología mujer|desarrolladora|informática|programadora|tecnóloga
🧑‍🎤|12.1+|cantante|artista|estrella|rock
👨‍🎤|4+|cantante hombre|artista|estrella|rock
👩‍🎤|4+|cantante mujer|artista|estrella|rock
🧑‍🎨|12.1+|artista|paleta|pintor|pinturas
👨‍🎨|4+|artista hombre|paleta|pintor|pinturas
👩‍🎨|4+|artista mujer|paleta|pintora|pinturas
🧑‍✈️|12.1+|piloto|avión|capitán|vuelo
👨‍✈️|4+|piloto hombre|avión|capitán|vuelo
👩‍✈️|4+|piloto mujer|avión|capitana|vuelo
🧑‍🚀|12.1+|astronauta|cohete|espacio
👨‍🚀|4+|astronauta hombre|cohete|espacio
👩‍🚀|4+|astronauta mujer|cohete|espacio
🧑‍🚒|12.1+|bombero|camión|manguera
👨‍🚒|4+|bombero hombre|apagafuegos|camión|manguera
👩‍🚒|4+|bombera|apagafuegos|bombera mujera|camión|manguera
👮|0.6+|agente de policía|personas
👮‍♂️|4+|agente de policía hombre
👮‍♀️|4+|agente de policía mujer
🕵️|0.7+|detective|cara|espía
🕵️‍♂️|4+|detective hombre|agente|espía|investigador
🕵️‍♀️|4+|detective mujer|agente|espía|investigadora
💂|0.6+|guardia|guardia real británica
💂‍♂️|4+|guardia hombre|vigilante
💂‍♀️|4+|guardia mujer|vigilante
🥷|13+|ninja|furtivo|guerrero|luchador|oculto|sigilo
👷|0.6+|profesional de la construcción|casco|obrero|trabajador
👷‍♂️|4+|profesional de la construcción hombre|albañil|obrero|trabajador
👷‍♀️|4+|profesional de la construcción mujer|albañila|obrera|trabajadora
🫅|14+|persona con corona|majestad|monarca|monarquía|noble|real|realeza
🤴|3+|príncipe|corona
👸|0.6+|princesa|cuento|fantasía|hadas
👳|0.6+|persona con turbante
👳‍♂️|4+|hombre con turbante
👳‍♀️|4+|mujer con turbante
👲|0.6+|persona con gorro chino|gua|gua pi mao|mao
🧕|5+|mujer con hiyab|pañuelo
🤵|3+|persona con esmoquin|novio
🤵‍♂️|13+|hombre con esmoquin
🤵‍♀️|13+|mujer con esmoquin
👰|0.6+|persona con velo|boda|novia
👰‍♂️|13+|hombre con velo|boda|novio
👰‍♀️|13+|mujer con velo|boda|novia
🤰|3+|mujer embarazada
🫃|14+|hombre embarazado|barriga|hinchado|hinchazón|inflado|lleno
🫄|14+|persona embarazada|barriga|embarazo|gestación|hinchazón
🤱|5+|lactancia materna|amamantar|bebé|dar pecho|pecho
👩‍🍼|13+|mujer alimentando a bebé|alimentar|amamantar|lactancia
👨‍🍼|13+|hombre alimentando a bebé|alimentar|amamantar|lactancia
🧑‍🍼|13+|persona alimentando a bebé|alimentar|amamantar|lactancia
👼|0.6+|bebé ángel|cara|cuento
🎅|0.6+|Papá Noel|celebración|claus|cuento|fantasía|feliz|fiestas|navidad|padre|santa
🤶|3+|Mamá Noel|celebración|claus|cuento|fantasía|feliz|fiestas|madre|navidad|santa
🧑‍🎄|13+|Noel|celebración|claus|cuento|fantasía|feliz|fiestas|navidad|santa
🦸|11+|personaje de superhéroe|bien|heroína|superheroína|superpoder
🦸‍♂️|11+|superhéroe|bueno|hombre|superhombre|superpoder
🦸‍♀️|11+|superheroína|bondad|héroe|mujer|superhéroe|superpoder
🦹|11+|personaje de supervillano|mal|superpoder|supervillana|villana
🦹‍♂️|11+|supervillano|hombre|mal|malvado
🦹‍♀️|11+|supervillana|mal|malvada|mujer
🧙|5+|persona maga|bruja|brujo|hechicera|hechicero
🧙‍♂️|5+|mago|brujo|hechicero
🧙‍♀️|5+|maga|bruja|hechicera
🧚|5+|hada|campanilla|oberón|puck|titania
🧚‍♂️|5+|hada hombre|oberón|puck
🧚‍♀️|5+|hada mujer|campanilla|titania
🧛|5+|vampiro|drácula|muerto viviente|no muerto
🧛‍♂️|5+|vampiro hombre|drácula|muerto viviente|no muerto
🧛‍♀️|5+|vampiresa|muerta viviente|no muerta
🧜|5+|persona sirena|tritón
🧜‍♂️|5+|sirena hombre|tritón
🧜‍♀️|5+|sirena
🧝|5+|elfo|mágico
🧝‍♂️|5+|elfo hombre|mágico
🧝‍♀️|5+|elfa|mujer|mágico
🧞|5|genio|lámpara
🧞‍♂️|5|genio hombre|djinn|lámpara
🧞‍♀️|5|genio mujer|lámpara
🧟|5|zombi|muerto viviente|no muerto
🧟‍♂️|5|zombi hombre|caminante|muerto viviente|no muerto
🧟‍♀️|5|zombi mujer|caminante|muerta viviente|no muerta
🧌|14|trol|cuento de hadas|fantasía|monstruo
🫈|17|criatura peluda|bigfoot|bosque|críptido|gigante|monstruo|peludo|sasquatch|yeti
💆|0.6+|persona recibiendo masaje|cara|facial|salón
💆‍♂️|4+|hombre recibiendo masaje|cara|facial|salón
💆‍♀️|4+|mujer recibiendo masaje|cara|facial|salón
💇|0.6+|persona cortándose el pelo|belleza|corte|peluquero
💇‍♂️|4+|hombre cortándose el pelo|belleza|corte|peluquero
💇‍♀️|4+|mujer cortándose el pelo|belleza|corte|peluquero
🚶|0.6+|persona caminando|andar|caminar
🚶‍♂️|4+|hombre caminando|andar|caminata|marcha
🚶‍♀️|4+|mujer caminando|andar|caminata|marcha
🚶‍➡️|15.1+|persona caminando: hacia la derecha|andar|caminar
🚶‍♀️‍➡️|15.1+|mujer caminando: hacia la derecha|andar|caminata|marcha
🚶‍♂️‍➡️|15.1+|hombre caminando: hacia la derecha|andar|caminata|marcha
🧍|12+|persona de pie|levantada|levantado|levantarse
🧍‍♂️|12+|hombre de pie|levantado|levantarse
🧍‍♀️|12+|mujer de pie|levantada|levantarse
🧎|12+|persona de rodillas|arrodillada|arrodillado|arrodillarse
🧎‍♂️|12+|hombre de rodillas|arrodillado|arrodillarse
🧎‍♀️|12+|mujer de rodillas|arrodillada|arrodillarse
🧎‍➡️|15.1+|persona de rodillas: hacia la derecha|arrodillada|arrodillado|arrodillarse
🧎‍♀️‍➡️|15.1+|mujer de rodillas: hacia la derecha|arrodillada|arrodillarse
🧎‍♂️‍➡️|15.1+|hombre de rodillas: hacia la derecha|arrodillado|arrodillarse
🧑‍🦯|12.1+|persona con bastón|accesibilidad|ciego|invidente
🧑‍🦯‍➡️|15.1+|persona con bastón: hacia la derecha|accesibilidad|ciego|invidente
👨‍🦯|12+|hombre con bastón|accesibilidad|ciego|invidente
👨‍🦯‍➡️|15.1+|hombre con bastón: hacia la derecha|accesibilidad|ciego|invidente
👩‍🦯|12+|mujer con bastón|accesibilidad|ciega|invidente
👩‍🦯‍➡️|15.1+|mujer con bastón: hacia la derecha|accesibilidad|ciega|invidente
🧑‍🦼|12.1+|persona en silla de ruedas eléctrica|accesibilidad
🧑‍🦼‍➡️|15.1+|persona en silla de ruedas eléctrica: hacia la derecha|accesibilidad
👨‍🦼|12+|hombre en silla de ruedas eléctrica|accesibilidad
👨‍🦼‍➡️|15.1+|hombre en silla de ruedas eléctrica: hacia la derecha|accesibilidad
👩‍🦼|12+|mujer en silla de ruedas eléctrica|accesibilidad
👩‍🦼‍➡️|15.1+|mujer en silla de ruedas eléctrica: hacia la derecha|accesibilidad
🧑‍🦽|12.1+|persona en silla de ruedas manual|accesibilidad
🧑‍🦽‍➡️|15.1+|persona en silla de ruedas manual: hacia la derecha|accesibilidad
👨‍🦽|12+|hombre en silla de ruedas manual|accesibilidad
👨‍🦽‍➡️|15.1+|hombre en silla de ruedas manual: hacia la derecha|accesibilidad
👩‍🦽|12+|mujer en silla de ruedas manual|accesibilidad
👩‍🦽‍➡️|15.1+|mujer en silla de ruedas manual: hacia la derecha|accesibilidad
🏃|0.6+|persona corriendo|carrera|deporte|maratón
🏃‍♂️|4+|hombre corriendo|carrera|correr|maratón
🏃‍♀️|4+|mujer corriendo|carrera|correr|maratón
🏃‍➡️|15.1+|persona corriendo: hacia la derecha|carrera|deporte|maratón
🏃‍♀️‍➡️|15.1+|mujer corriendo: hacia la derecha|carrera|correr|maratón
🏃‍♂️‍➡️|15.1+|hombre corriendo: hacia la derecha|carrera|correr|maratón
🧑‍🩰|17+|bailarina de ballet|bailarín
💃|0.6+|mujer bailando|bailar
🕺|3+|hombre bailando|bailar
🕴️|0.7+|persona trajeada levitando|levitar|negocios
👯|0.6+|personas con orejas de conejo|bailar|fiesta
👯‍♂️|4+|hombres con orejas de conejo|bailar|fiesta
👯‍♀️|4+|mujeres con orejas de conejo|bailar|fiesta
🧖|5+|persona en una sauna|vapor
🧖‍♂️|5+|hombre en una sauna|vapor
🧖‍♀️|5+|mujer en una sauna|vapor
🧗|5+|persona escalando|alpinista|escalador
🧗‍♂️|5+|hombre escalando|alpinista|escalador
🧗‍♀️|5+|mujer escalando|alpinista|escaladora
🤺|3|persona haciendo esgrima|esgrimista|espada
🏇|1+|carrera de caballos|caballo de carreras|carreras|jinete
⛷️|0.7|persona esquiando|esquiador|esquí|nieve
🏂|0.6+|practicante de snowboard|nieve
🏌️|0.7+|persona jugando al golf|golfista|pelota
🏌️‍♂️|4+|hombre jugando al golf|jugador
🏌️‍♀️|4+|mujer jugando al golf|jugadora
🏄|0.6+|persona haciendo surf|surfear
🏄‍♂️|4+|hombre haciendo surf|surfero|surfista
🏄‍♀️|4+|mujer haciendo surf|surfera|surfista
🚣|1+|persona remando en un bote|barca|remo
🚣‍♂️|4+|hombre remando en un bote|barca|remo
🚣‍♀️|4+|mujer remando en un bote|barca|remo
🏊|0.6+|persona nadando|nadar|natación
🏊‍♂️|4+|hombre nadando|nadar
🏊‍♀️|4+|mujer nadando|nadar
⛹️|0.7+|persona botando un balón|botar|pelota
⛹️‍♂️|4+|hombre botando un balón|botar|pelota
⛹️‍♀️|4+|mujer botando un balón|botar|pelota
🏋️|0.7+|persona levantando pesas|halterofilia|levantador|peso
🏋️‍♂️|4+|hombre levantando pesas|halterofilia|levantador de pesas
🏋️‍♀️|4+|mujer levantando pesas|halterofilia|levantadora de pesas
🚴|1+|persona en bicicleta|ciclismo|ciclista
🚴‍♂️|4+|hombre en bicicleta|ciclismo|ciclista
🚴‍♀️|4+|mujer en bicicleta|ciclismo|ciclista
🚵|1+|persona en bicicleta de montaña|ciclista|mountain bike
🚵‍♂️|4+|hombre en bicicleta de montaña|ciclista|mountain bike
🚵‍♀️|4+|mujer en bicicleta de montaña|ciclista|mountain bike
🤸|3+|persona haciendo voltereta lateral|acrobacia|gimnasia|pirueta|rueda
🤸‍♂️|4+|hombre dando una voltereta lateral|deporte|gimnasia|rueda
🤸‍♀️|4+|mujer dando una voltereta lateral|deporte|gimnasia|rueda
🤼|3+|personas luchando|luchador
🤼‍♂️|4+|hombres luchando|deporte|luchador
🤼‍♀️|4+|mujeres luchando|deporte|luchadora
🤽|3+|persona jugando al waterpolo|waterpolista
🤽‍♂️|4+|hombre jugando al waterpolo|agua|deporte|waterpolista
🤽‍♀️|4+|mujer jugando al waterpolo|agua|deporte|waterpolista
🤾|3+|persona jugando al balonmano|balonmanista
🤾‍♂️|4+|hombre jugando al balonmano|balonmanista|deporte
🤾‍♀️|4+|mujer jugando al balonmano|balonmanista|deporte
🤹|3+|persona haciendo malabares|equilibrio|malabarismo|malabarista
🤹‍♂️|4+|hombre haciendo malabares|malabarismo|malabarista
🤹‍♀️|4+|mujer haciendo malabares|malabarismo|malabarista
🧘|5+|persona en posición de loto|meditación|yoga
🧘‍♂️|5+|hombre en posición de loto|meditación|yoga
🧘‍♀️|5+|mujer en posición de loto|meditación|yoga
🛀|0.6+|persona en la bañera|baño
🛌|1+|persona en la cama|dormir|hotel
🧑‍🤝‍🧑|12+|dos personas de la mano|pareja
👭|1+|mujeres de la mano|lesbianas|novias|pareja
👫|0.6+|mujer y hombre de la mano|hombre y mujer de la mano|novios|pareja
👬|1+|hombres de la mano|gays|novios|pareja
💏|0.6+|beso|personas|romance
👩‍❤️‍💋‍👨|2+|beso: mujer y hombre|personas|romance
👨‍❤️‍💋‍👨|2+|beso: hombre y hombre|personas|romance
👩‍❤️‍💋‍👩|2+|beso: mujer y mujer|personas|romance
💑|0.6+|pareja enamorada|personas enamoradas
👩‍❤️‍👨|2+|pareja enamorada: mujer y hombre|personas enamoradas
👨‍❤️‍👨|2+|pareja enamorada: hombre y hombre|personas enamoradas
👩‍❤️‍👩|2+|pareja enamorada: mujer y mujer|personas enamoradas
👨‍👩‍👦|2|familia: hombre, mujer, niño
👨‍👩‍👧|2|familia: hombre, mujer, niña
👨‍👩‍👧‍👦|2|familia: hombre, mujer, niña, niño
👨‍👩‍👦‍👦|2|familia: hombre, mujer, niño, niño
👨‍👩‍👧‍👧|2|familia: hombre, mujer, niña, niña
👨‍👨‍👦|2|familia: hombre, hombre, niño
👨‍👨‍👧|2|familia: hombre, hombre, niña
👨‍👨‍👧‍👦|2|familia: hombre, hombre, niña, niño
👨‍👨‍👦‍👦|2|familia: hombre, hombre, niño, niño
👨‍👨‍👧‍👧|2|familia: hombre, hombre, niña, niña
👩‍👩‍👦|2|familia: mujer, mujer, niño
👩‍👩‍👧|2|familia: mujer, mujer, niña
👩‍👩‍👧‍👦|2|familia: mujer, mujer, niña, niño
👩‍👩‍👦‍👦|2|familia: mujer, mujer, niño, niño
👩‍👩‍👧‍👧|2|familia: mujer, mujer, niña, niña
👨‍👦|4|familia: hombre y niño
👨‍👦‍👦|4|familia: hombre, niño, niño
👨‍👧|4|familia: hombre y niña
👨‍👧‍👦|4|familia: hombre, niña, niño
👨‍👧‍👧|4|familia: hombre, niña, niña
👩‍👦|4|familia: mujer y niño
👩‍👦‍👦|4|familia: mujer, niño, niño
👩‍👧|4|familia: mujer y niña
👩‍👧‍👦|4|familia: mujer, niña, niño
👩‍👧‍👧|4|familia: mujer, niña, niña
🗣️|0.7|cabeza parlante|cara|hablar|silueta
👤|0.6|silueta de busto
👥|1|dos siluetas de bustos
🫂|13|personas abrazándose|abrazo|adiós|despedida|gracias|saludo
👪|0.6|familia
🧑‍🧑‍🧒|15.1|familia: adulto, adulto, niño
🧑‍🧑‍🧒‍🧒|15.1|familia: adulto, adulto, niño, niño
🧑‍🧒|15.1|familia: adulto, niño
🧑‍🧒‍🧒|15.1|familia: adulto, niño, niño
👣|0.6|huellas de pies
🫆|16|huella dactilar|delito|detective|forense|huella digital|identidad|misterio|rastro|seguridad

🐵|0.6|cara de mono
🐒|0.6|mono|macaco|simio
🦍|3|gorila|primate|simio
🦧|12|orangután|mono|primate|simio
🐶|0.6|cara de perro|mascota
🐕|0.7|perro|cachorro|perrete|perrito
🦮|12|perro guía|accesibilidad|ciego|invidente|lazarillo
🐕‍🦺|12|perro de servicio|accesibilidad|apoyo|asistencia
🐩|0.6|caniche|perrito|perro
🐺|0.6|lobo|cara
🦊|3|zorro|cara
🦝|11|mapache|astuto|curioso|ladino|maquillaje|ojeras
🐱|0.6|cara de gato|mascota
🐈|0.7|gato|gatete|minino
🐈‍⬛|13|gato negro|mala suerte
🦁|1|león|cara|leo|zodiaco
🐯|0.6|cara de tigre
🐅|1|tigre|felino
🐆|1|leopardo|felino
🐴|0.6|cara de caballo
🫎|15|alce|animal|asta|ciervo canadiense|cuernos|mamífero|uapití
🫏|15|burro|animal|asno|borrico|mamífero|mula|terco
🐎|0.6|caballo|caballo de carreras|carreras de caballos|ecuestre
🦄|1|unicornio|cara
🦓|5|cebra|raya
🦌|3|ciervo|bambi|cervatillo
🦬|13|bisonte|búfalo|cíbolo
🐮|0.6|cara de vaca
🐂|1|buey|cabestro|tauro|zodiaco
🐃|1|búfalo de agua
🐄|1|vaca|bovino|res
🐷|0.6|cara de cerdo|gorrino
🐖|1|cerdo|cochino|gorrino|puerco
🐗|0.6|jabalí|cerdo salvaje
🐽|0.6|nariz de cerdo|cara|morro
🐏|1|carnero|aries|morueco|zodiaco
🐑|0.6|oveja|borrego|cordero|ovino
🐐|1|cabra|capricornio|caprino|chivo|zodiaco
🐪|1|dromedario|camello|desierto|joroba
🐫|0.6|camello|bactriano|desierto|dromedario|jorobas
🦙|11|llama|alpaca|guanaco|lana|vicuña
🦒|5|jirafa|manchas
🐘|0.6|elefante|paquidermo
🦣|13|mamut|colmillo|extinguido|lanudo
🦏|3|rinoceronte|paquidermo
🦛|11|hipopótamo|paquidermo
🐭|0.6|cara de ratón
🐁|1|ratón|roedor
🐀|1|rata|roedor
🐹|0.6|hámster|cara|mascota
🐰|0.6|cara de conejo|mascota
🐇|1|conejo|conejito|gazapo
🐿️|0.7|ardilla
🦫|13|castor|roedor
🦔|5|erizo|espinas|púas
🦇|3|murciélago|vampiro
🐻|0.6|oso|cara
🐻‍❄️|13|oso polar|blanco|ártico
🐨|0.6|koala|cara|marsupial
🐼|0.6|panda|cara|oso panda
🦥|12|perezoso|gandul|lento|vago
🦦|12|nutria|bromista|juguetón|pesca
🦨|12|mofeta|apestar|hedor|mal olor|peste|tufo
🦘|11|canguro|marsupial|saltar|salto
🦡|11|tejón|ratel|tejón de la miel|tejón melero
🐾|0.6|huellas de pezuñas
🦃|1|pavo|ave
🐔|0.6|gallina|ave|gallinácea|pollo
🐓|1|gallo|ave|gallina|gallinácea|pollo
🐣|0.6|pollito rompiendo el cascarón|ave|huevo|pollo
🐤|0.6|pollito|ave|pollo|polluelo
🐥|0.6|pollito de frente|ave|pollo
🐦|0.6|pájaro|ave|pajarillo
🐧|0.6|pingüino|ave
🕊️|0.7|paloma|ave|paz|pájaro
🦅|3|águila|ave
🦆|3|pato|ave
🦢|11|cisne|ave|patito feo
🦉|3|búho|ave|lechuza|pájaro
🦤|13|dodo|ave|dronte|extinguido|mauricio|pájaro
🪶|13|pluma|ave|ligero|plumaje|pájaro
🦩|12|flamenco|extravangante|ostentoso|tropical
🦚|11|pavo real|ave|orgulloso|plumas
🦜|11|loro|ave|hablar|papagayo|pirata
🪽|15|ala|angelical|ave|mitología|pájaro|volar|ángel
🐦‍⬛|15|pájaro negro|cuervo|grajo|mirlo
🪿|15|oca|ave|ganso|graznar|pájaro
🐦‍🔥|15.1|fénix|ave de fuego|ave fénix|fantasía|reencarnación|renacer
🐸|0.6|rana|cara
🐊|1|cocodrilo|caimán
🐢|0.6|tortuga|galápago
🦎|3|lagarto|lagartija|reptil
🐍|0.6|serpiente|culebra|reptil|víbora
🐲|0.6|cara de dragón|cuento|fantasía
🐉|1|dragón|cuento|fantasía
🦕|5|saurópodo|braquiosaurio|brontosaurio|diplodocus
🦖|5|t-rex|tiranosaurio|tiranosaurio rex
🐳|0.6|ballena soltando un chorro|chorro de agua
🐋|1|ballena|cachalote|cetáceo
🐬|0.6|delfín|cetáceo
🫍|17|orca|ballena|mar|marino|océano
🦭|13|foca|león marino
🐟|0.6|pez|pececillo|pescado|piscis|zodiaco
🐠|0.6|pez tropical
🐡|0.6|pez globo
🦈|3|tiburón|pez
🐙|0.6|pulpo|cefalópodo|octópodo
🐚|0.6|caracola|concha|espiral
🪸|14|coral|arrecife|océano
🪼|15|medusa|invertebrado|marino|picadura|picar
🦀|1|cangrejo|animal|cáncer|zodiaco
🦞|11|bogavante|langosta|marisco|pinzas
🦐|3|gamba|camarón|comida|langostino|marisco
🦑|3|calamar|comida|molusco
🦪|12|ostra|buceo|perla
🐌|0.6|caracol|caracola|molusco
🦋|3|mariposa|bonito|insecto
🐛|0.6|bicho|gusano|insecto
🐜|0.6|hormiga|antenas|insecto
🐝|0.6|abeja|insecto|miel
🪲|13|escarabajo|bicho|insecto
🐞|0.6|mariquita|cochinilla|insecto
🦗|5|grillo|saltamontes
🪳|13|cucaracha|alimaña|bicho|insecto|plaga
🕷️|0.7|araña|insecto
🕸️|0.7|tela de araña|telaraña
🦂|1|escorpión|escorpio|zodiaco
🦟|11|mosquito|fiebre|insecto|malaria|virus
🪰|13|mosca|basura|bicho|mal olor|podrido
🪱|13|gusano|lombriz|oruga|parásito
🦠|11|microbio|ameba|bacteria|germen|virus
💐|0.6|ramo de flores|bouquet
🌸|0.6|flor de cerezo
💮|0.6|flor blanca
🪷|14|loto|budismo|flor|hinduismo|pureza
🏵️|0.7|roseta|flor|planta
🌹|0.6|rosa|flor
🥀|3|flor marchita|marchitada|marchitarse
🌺|0.6|flor de hibisco
🌻|0.6|girasol|flor
🌼|0.6|flor
🌷|0.6|tulipán|flor
🪻|15|campanilla|boca de dragón|flor|jacinto|lavanda|lila|lupino
🌱|0.6|planta joven|plantón
🪴|13|planta de maceta|crecer|tiesto
🌲|1|árbol de hoja perenne
🌳|1|árbol de hoja caduca|caducifolio
🌴|0.6|palmera|árbol|árbol de palma
🌵|0.6|cactus|planta
🌾|0.6|espiga de arroz|planta
🌿|0.6|hierba|hoja|verde
☘️|1|trébol|planta
🍀|0.6|trébol de cuatro hojas|suerte
🍁|0.6|hoja de arce
🍂|0.6|hojas caídas
🍃|0.6|hojas revoloteando al viento|revolotear|soplar
🪹|14|nido vacío|anidación|anidamiento|anidar
🪺|14|nido con huevos|anidación|anidamiento|anidar
🍄|0.6|champiñón|hongo|seta
🪾|16|árbol sin hojas|deshojado|estéril|invierno|madera|muerto|ramas|sequía|tronco

🍇|0.6|uvas|agracejo|fruta|racimo
🍈|0.6|melón|fruta
🍉|0.6|sandía|fruta
🍊|0.6|mandarina|fruta|naranja
🍋|1|limón|citrón|cítrico|fruta
🍋‍🟩|15.1|lima|cítrico|fruta|tropical
🍌|0.6|plátano|banana|fruta
🍍|0.6|piña|ananás|fruta
🥭|11|mango|fruta|tropical
🍎|0.6|manzana roja|fruta|poma
🍏|0.6|manzana verde|fruta|poma
🍐|1|pera|fruta|perilla
🍑|0.6|melocotón|durazno|fruta
🍒|0.6|cerezas|fruta|guindas
🍓|0.6|fresa|fresón|fruta
🫐|13|arándanos|azul|baya|frutos del bosque|mirtilo
🥝|3|kiwi|comida|fruta
🍅|0.6|tomate|ensalada|fruta|verdura
🫒|13|aceituna|aperitivo|comida|oliva
🥥|5|coco|palmera|piña colada
🥑|3|aguacate|comida|fruta
🍆|0.6|berenjena|fruto|verdura
🥔|3|patata|comida|papa|verdura
🥕|3|zanahoria|comida|verdura
🌽|0.6|espiga de maíz|mazorca|mijo
🌶️|0.7|chile picante|planta
🫑|13|pimiento|ají|chile|morrón|rojo|verdura
🥒|3|pepino|comida|pepinillo|verdura
🥬|11|verdura de hoja verde|bok choy|col|kale|lechuga|pak choi
🥦|5|brócoli|repollo
🧄|12|ajo|condimento|vampiro
🧅|12|cebolla|condimento|llorar
🥜|3|cacahuetes|comida|fruto seco|verdura
🫘|14|alubias|comida|habichuela roja|habichuelas|judía roja|judías|legumbre
🌰|0.6|castaña|castaño|fruto seco
🫚|15|raíz de jengibre|cerveza|especia|garganta
🫛|15|vaina|edamame|guisante|judías|legumbre|soja|verdura
🍄‍🟫|15.1|champiñón marrón|comida|hongo|naturaleza|seta|vegetal
🫜|16|túberculo comestible|chirivía|comida|ensalada|huerto|nabo|raíz|remolacha|rábano|vegetariano|verdura
🍞|0.6|pan de molde|rebanada|tostada
🥐|3|cruasán|bollo|comida|croissant|francés
🥖|3|baguete|baguette|barra|comida|francés|pan
🫓|13|pan sin levadura|arepa|naan|pita|tortilla
🥨|5|bretzel|galleta salada|pretzel
🥯|11|bagel|bocadillo|pan|panadería
🥞|3|tortitas|comida|dulce|pancakes|postre
🧇|12|gofre|waffle
🧀|1|cuña de queso|trozo
🍖|0.6|carne con hueso|restaurante
🍗|0.6|muslo de pollo|restaurante
🥩|5|corte de carne|chuleta|filete
🥓|3|beicon|bacon|carne|comida|panceta
🍔|0.6|hamburguesa|burger
🍟|0.6|patatas fritas|papas fritas|restaurante
🍕|0.6|pizza|porción|restaurante
🌭|1|perrito caliente|salchicha
🥪|5|sándwich|bocadillo|bocata|emparedado
🌮|1|taco|comida|mexicano
🌯|1|burrito|comida|mexicano|tex mex|wrap
🫔|13|tamal|mejicano|mexicano|wrap
🥙|3|pan relleno|comida|durum|falafel|kebab|pan de pita
🧆|12|falafel|albóndiga|garbanzo
🥚|3|huevo|comida
🍳|0.6|cocinar|freír|huevo|sartén
🥘|3|paella|arroz|comida
🍲|0.6|olla de comida|comida de olla|puchero|restaurante
🫕|13|fondue|chocolate|olla|queso|suizo
🥣|5|cuenco con cuchara|cereal|desayuno
🥗|3|ensalada|bol|comida|verde
🍿|1|palomitas|maíz
🧈|12|mantequilla|lácteo
🧂|11|sal|condimento|salero
🥫|5|comida enlatada|conserva
🍱|0.6|caja de bento|comida|restaurante
🍘|0.6|galleta de arroz
🍙|0.6|bola de arroz|japonés|onigiri|restaurante
🍚|0.6|arroz cocido|restaurante
🍛|0.6|arroz con curry|restaurante
🍜|0.6|tazón de fideos|fideos calientes|fideos chinos|fideos ramen|ramen
🍝|0.6|espagueti|pasta|restaurante
🍠|0.6|patata asada|papa asada|restaurante
🍢|0.6|brocheta|japonés|marisco|oden|pincho
🍣|0.6|sushi|restaurante
🍤|0.6|gamba frita|frito|restaurante
🍥|0.6|pastel de pescado japonés|comida japonesa
🥮|11|pastel de luna|festival|otoño|yuebing
🍡|0.6|dango|japonés|pincho|postre|restaurante
🥟|5|dumpling|comida|gyōza|jiaozi|masa
🥠|5|galleta de la fortuna|adivinación|profecía|superstición
🥡|5|caja para llevar|recipiente para llevar|restaurante
🍦|0.6|cucurucho de helado|dulce|helado de cucurucho|restaurante
🍧|0.6|granizado hawaiano|helado|hielo|postre|raspado
🍨|0.6|helado|postre|sorbete
🍩|0.6|dónut|berlina|pastel|rosquilla
🍪|0.6|galleta|dulce|pasta|postre
🎂|0.6|tarta de cumpleaños|celebración
🍰|0.6|trozo de tarta|pedazo de tarta|restaurante
🧁|11|magdalena|cupcake|dulce|repostería
🥧|5|pastel|masa|relleno
🍫|0.6|tableta de chocolate|barra|restaurante
🍬|0.6|caramelo|chuche|chuchería|dulce|golosina
🍭|0.6|piruleta|chuche|chuchería|dulce|golosina
🍮|0.6|flan|dulce|postre|pudding
🍯|0.6|tarro de miel|dulce
🍼|1|biberón|bebé|bibi|botella|leche
🥛|3|vaso de leche|bebida
☕|0.6|bebida caliente|café|té
🫖|13|tetera|bebida|infusión|té
🍵|0.6|tazón de té|bebida|taza
🍶|0.6|sake|bar|bebida|botella|restaurante|tazón
🍾|1|botella descorchada|bar|beber|cava|corcho
🍷|0.6|copa de vino|bar|bebida|vaso
🍸|0.6|copa de cóctel|bar|restaurante
🍹|0.6|bebida tropical|bar|restaurante
🍺|0.6|jarra de cerveza|bar|restaurante
🍻|0.6|jarras de cerveza brindando|bar|restaurante
🥂|3|copas brindando|bebida|brindar|brindis|celebración
🥃|3|vaso de whisky|chupito|copa|licor
🫗|14|líquido derramándose|bebida|derramar|vacío|vaso|verter
🥤|5|vaso con pajita|refresco|zumo
🧋|13|té de burbujas|boba|bubble tea|leche|perla
🧃|12|tetrabrik|brick|cartón|envase|zumo
🧉|12|mate|bebida|infusión
🧊|12|cubito de hielo|frío|iceberg
🥢|5|palillos|cubiertos|hashi
🍽️|0.7|cuchillo y tenedor con un plato|restaurante
🍴|0.6|tenedor y cuchillo|restaurante
🥄|3|cuchara|cubiertos|cucharilla
🔪|0.6|cuchillo de cocina|arma|cocinar
🫙|14|tarro|almacenar|condimento|frasco|recipiente|salsa|vacío
🏺|1|ánfora|acuario|beber|jarra|zodiaco

🌍|0.7|globo terráqueo mostrando Europa y África|mundo|planeta|tierra
🌎|0.7|globo terráqueo mostrando América|mundo|planeta|tierra
🌏|0.6|globo terráqueo mostrando Asia y Australia|mundo|planeta|tierra
🌐|1|globo terráqueo con meridianos|mundo|tierra
🗺️|0.7|mapa mundial|mapamundi|mundo
🗾|0.6|mapa de Japón
🧭|11|brújula|compás|magnético|navegación|orientación
🏔️|0.7|montaña con nieve|frío
⛰️|0.7|montaña|monte
🛘|17|desprendimiento|alud|avalancha|desastre|montaña|peligro|rocas|terremoto
🌋|0.6|volcán|erupción|erupción volcánica
🗻|0.6|monte Fuji|montaña|naturaleza
🏕️|0.7|camping|acampada|campamento|vacaciones
🏖️|0.7|playa y sombrilla
🏜️|0.7|desierto|arena
🏝️|0.7|isla desierta
🏞️|0.7|parque nacional
🏟️|0.7|estadio
🏛️|0.7|edificio clásico
🏗️|0.7|construcción|edificio|obra
🧱|11|ladrillo|arcilla|cemento|muro|pared
🪨|13|piedra|pedrusco|peña|peñasco|roca
🪵|13|madera|hoguera|leña|madero|palos|tronco
🛖|13|cabaña|casa|yurta
🏘️|0.7|casas|edificio|urbanización
🏚️|0.7|casa abandonada|deshabitada|inhabitada|vacía
🏠|0.6|casa|vivienda
🏡|0.6|casa con jardín|construcción|vivienda
🏢|0.6|edificio de oficinas|construcción
🏣|0.6|oficina de correos japonesa|edificio|japón
🏤|1|oficina de correos europea|edificio|europa
🏥|0.6|hospital|doctor|edificio|medicina|médico
🏦|0.6|banco|banca|edificio
🏨|0.6|hotel|alojamiento|edificio|turismo
🏩|0.6|hotel del amor|edificio
🏪|0.6|tienda 24 horas|edificio|establecimiento|tienda de comestibles
🏫|0.6|colegio|edificio|escuela
🏬|0.6|grandes almacenes|comercio
🏭|0.6|fábrica|edificio|industria
🏯|0.6|castillo japonés|construcción
🏰|0.6|castillo europeo|construcción
💒|0.6|iglesia celebrando boda|romance
🗼|0.6|Torre de Tokio
🗽|0.6|Estatua de la Libertad|nueva|ny|nyc|york
⛪|0.6|iglesia|cristianismo|cruz|edificio|religión
🕌|1|mezquita|islam|religión
🛕|12|templo hindú
🕍|1|sinagoga|judaísmo|religión
⛩️|0.7|santuario sintoísta|japón|religión|sintoísmo
🕋|1|Kaaba|hach|islam|musulmán|religión|umrah
⛲|0.6|fuente
⛺|0.6|tienda de campaña|camping|vacaciones
🌁|0.6|bruma|niebla
🌃|0.6|noche estrellada|estrellas
🏙️|0.7|paisaje urbano|ciudad|edificio
🌄|0.6|amanecer sobre montañas|salida|sol
🌅|0.6|amanecer|salida del sol
🌆|0.6|ciudad al atardecer|edificios|paisaje
🌇|0.6|puesta del sol|edificios
🌉|0.6|puente de noche
♨️|0.6|aguas termales|termas|vapor
🎠|0.6|caballo de tiovivo|entretenimiento
🛝|14|tobogán|jugar|parque|parque de atracciones
🎡|0.6|noria de feria|atracciones|entretenimiento
🎢|0.6|montaña rusa|atracciones|entretenimiento|feria|parque
💈|0.6|poste de barbero|barbería|peluquero
🎪|0.6|carpa de circo|entretenimiento
🚂|1|locomotora de vapor|tren|vehículo
🚃|0.6|vagón|ferrocarril|tranvía|tren eléctrico|vehículo
🚄|0.6|tren de alta velocidad|ave|ferrocarril|rápido
🚅|0.6|tren bala|shinkansen|vehículo|velocidad
🚆|1|tren|ferrocarril|vehículo
🚇|0.6|metro|subterráneo|suburbano|transporte
🚈|1|tren ligero|ferrocarril|transporte
🚉|0.6|estación de tren
🚊|1|tranvía|transporte|trolebús
🚝|1|monorraíl|ferrocarril|monocarril|transporte|tren
🚞|1|ferrocarril de montaña|vehículo
🚋|1|vagón de tranvía|vehículo
🚌|0.6|autobús|bus|transporte
🚍|0.7|autobús próximo|vehículo
🚎|1|trolebús|transporte|tranvía
🚐|1|minibús|autobús|bus|transporte
🚑|0.6|ambulancia|asistencia médica|transporte|vehículo
🚒|0.6|coche de bomberos|camión|camión de bomberos|fuego|vehículo
🚓|0.6|coche de policía|coche patrulla|vehículo
🚔|0.7|coche de policía próximo|coche patrulla|vehículo
🚕|0.6|taxi|coche|vehículo
🚖|1|taxi próximo|vehículo
🚗|0.6|coche|automóvil|vehículo
🚘|0.7|coche próximo|automóvil|vehículo
🚙|0.6|vehículo deportivo utilitario|camping|caravana|furgoneta|vacaciones
🛻|13|camioneta|pickup|ranchera
🚚|0.6|camión de reparto|mercancías|transporte|vehículo
🚛|1|camión articulado|tráiler|vehículo
🚜|1|tractor|agricultura|vehículo
🏎️|0.7|coche de carreras
🏍️|0.7|moto|carreras|motocicleta|vehículo
🛵|3|scooter|escúter|moto
🦽|12|silla de ruedas manual|accesibilidad
🦼|12|silla de ruedas eléctrica|accesibilidad
🛺|12|mototaxi|rickshaw|tuk tuk
🚲|0.6|bicicleta|vehículo
🛴|3|patinete
🛹|11|monopatín|skateboard|tabla
🛼|13|patines|patín|patín de 4 ruedas|patín de cuatro ruedas
🚏|0.6|parada de autobús
🛣️|0.7|autopista|carretera
🛤️|0.7|vía de tren
🛢️|0.7|barril de petróleo|bidón
⛽|0.6|surtidor de gasolina|bomba de gasolina|combustible
🛞|14|rueda|círculo|girar|neumático|rodar
🚨|0.6|luces de policía|coche de policía
🚥|0.6|semáforo horizontal|luz|señales de tráfico|tráfico
🚦|1|semáforo|luz|semáforo vertical|señales de tráfico|tráfico
🛑|3|señal de stop|octágono|parada
🚧|0.6|obras|construcción|señal|señal de obras
⚓|0.6|ancla|barco|gancho
🛟|14|salvavidas|flotador|rescate|seguridad|socorrista
⛵|0.6|velero|barco|barco de vela|yate
🛶|3|canoa|barca|barco|piragua
🚤|0.6|lancha motora|barco|vehículo
🛳️|0.7|barco de pasajeros|vehículo
⛴️|0.7|ferri|barco|ferry
🛥️|0.7|barco a motor|vehículo
🚢|0.6|barco|vehículo
✈️|0.6|avión|aeroplano
🛩️|0.7|avioneta|avión
🛫|1|avión despegando|aeroplano|salida
🛬|1|avión aterrizando|aeroplano|llegada
🪂|12|paracaídas|ala delta|paracaidismo|paravela|volar
💺|0.6|asiento de transporte|plaza|silla
🚁|1|helicóptero|aspas|rotores|vehículo|volar
🚟|1|ferrocarril de suspensión|vehículo
🚠|1|teleférico de montaña|cable|funicular|vehículo
🚡|1|teleférico|aéreo|tranvía|vehículo
🛰️|0.7|satélite|espacio|vehículo
🚀|0.6|cohete|espacio|vehículo
🛸|5|platillo volante|ovni
🛎️|0.7|timbre de hotel|botones|campanilla
🧳|11|equipaje|maleta|viajar
⌛|0.6|reloj de arena sin tiempo|temporizador
⏳|0.6|reloj de arena con tiempo|reloj con arena cayendo|temporizador
⌚|0.6|reloj
⏰|0.6|reloj despertador|alarma
⏱️|1|cronómetro|reloj
⏲️|1|temporizador|reloj
🕰️|0.7|reloj de sobremesa
🕛|0.6|12 en punto|12:00|doce|reloj
🕧|0.7|doce y media|12:30|reloj
🕐|0.6|1 en punto|1:00|reloj|una
🕜|0.7|una y media|1:30|reloj
🕑|0.6|2 en punto|2:00|dos|reloj
🕝|0.7|dos y media|2:30|reloj
🕒|0.6|3 en punto|3:00|reloj|tres
🕞|0.7|tres y media|3:30|reloj
🕓|0.6|4 en punto|4:00|cuatro|reloj
🕟|0.7|cuatro y media|4:30|reloj
🕔|0.6|5 en punto|5:00|cinco|reloj
🕠|0.7|cinco y media|5:30|reloj
🕕|0.6|6 en punto|6:00|reloj|seis
🕡|0.7|seis y media|6:30|reloj
🕖|0.6|7 en punto|7:00|reloj|siete
🕢|0.7|siete y media|7:30|reloj
🕗|0.6|8 en punto|8:00|ocho|reloj
🕣|0.7|ocho y media|8:30|reloj
🕘|0.6|9 en punto|9:00|nueve|reloj
🕤|0.7|nueve y media|9:30|reloj
🕙|0.6|10 en punto|10:00|diez|reloj
🕥|0.7|diez y media|10:30|reloj
🕚|0.6|11 en punto|11:00|once|reloj
🕦|0.7|once y media|11:30|reloj
🌑|0.6|luna nueva|oscuridad
🌒|1|luna creciente|cuarto|espacio
🌓|0.6|luna en cuarto creciente|espacio
🌔|0.6|luna gibosa creciente
🌕|0.6|luna llena|plenilunio
🌖|1|luna gibosa menguante
🌗|1|luna en cuarto menguante
🌘|1|luna menguante
🌙|0.6|luna|creciente|espacio
🌚|1|luna nueva con cara|espacio
🌛|0.6|luna de cuarto creciente con cara|espacio
🌜|0.7|luna de cuarto menguante con cara|creciente|espacio
🌡️|0.7|termómetro|temperatura
☀️|0.6|sol|espacio|rayos|soleado
🌝|1|luna llena con cara
🌞|1|sol con cara|brillante
🪐|12|planeta con anillos|saturnino|saturno
⭐|0.6|estrella|estelar
🌟|0.6|estrella brillante|resplandeciente
🌠|0.6|estrella fugaz|lluvia
🌌|0.6|Vía Láctea|espacio|galaxia
☁️|0.6|nube|tiempo
⛅|0.6|sol detrás de una nube|sol con nubes
⛈️|0.7|nube con rayo y lluvia|trueno
🌤️|0.7|sol detrás de una nube pequeña
🌥️|0.7|sol detrás de una nube grande
🌦️|0.7|sol detrás de una nube con lluvia
🌧️|0.7|nube con lluvia
🌨️|0.7|nube con nieve|frío
🌩️|0.7|nube con rayo
🌪️|0.7|tornado|nube|torbellino
🌫️|0.7|niebla|nube
🌬️|0.7|cara de viento|nube|soplar
🌀|0.6|ciclón|mareo|tifón|tornado
🌈|0.6|arcoíris|colores|lluvia
🌂|0.6|paraguas cerrado|accesorios|lluvia
☂️|0.7|paraguas|lluvia|paraguas abierto
☔|0.6|paraguas con gotas de lluvia
⛱️|0.7|sombrilla en la arena|sol
⚡|0.6|alto voltaje|electricidad|peligro|peligro de alto voltaje|señal de alto voltaje
❄️|0.6|copo de nieve|frío
☃️|0.7|muñeco de nieve con nieve
⛄|0.6|muñeco de nieve|muñeco de nieve sin nieve
☄️|1|meteorito|cometa|espacio
🔥|0.6|fuego|llama
💧|0.6|gota|agua|cómic|sudor
🌊|0.6|ola de mar|océano

🎃|0.6|calabaza de Halloween|celebración|linterna
🎄|0.6|árbol de Navidad|abeto de navidad|celebración
🎆|0.6|fuegos artificiales|celebración
🎇|0.6|bengala|celebración|fuegos artificiales
🧨|11|petardo|dinamita|explosivo|fuegos artificiales
✨|0.6|chispas|*|bengala|estrellas
🎈|0.6|globo|celebración
🎉|0.6|cañón de confeti|celebración|fiesta
🎊|0.6|bola de confeti|celebración
🎋|0.6|árbol de tanabata|celebración|festividad
🎍|0.6|decoración de pino|año nuevo japonés|bambú|celebración|kadomatsu
🎎|0.6|muñecas japonesas|celebración|festival|hinamatsuri
🎏|0.6|banderín de carpas|celebración|koinobori
🎐|0.6|campanilla de viento|furin
🎑|0.6|ceremonia de contemplación de la luna|celebración|tsukimi
🧧|11|sobre rojo|buena suerte|hóngbāo|lai see|regalo
🎀|0.6|lazo|celebración
🎁|0.6|regalo|celebración|envoltorio|presente|regalo envuelto
🎗️|0.7|lazo conmemorativo
🎟️|0.7|entradas|acceso|admisión|evento
🎫|0.6|tique|acceso|admisión
🎖️|0.7|medalla militar|celebración
🏆|0.6|trofeo|premio
🏅|1|medalla deportiva|premio
🥇|3|medalla de oro|primero
🥈|3|medalla de plata|segundo
🥉|3|medalla de bronce|tercero
⚽|0.6|balón de fútbol
⚾|0.6|béisbol|balón|baseball|pelota
🥎|11|pelota de softball|bola
🏀|0.6|balón de baloncesto|canasta|deporte
🏐|1|pelota de voleibol|balón|juego
🏈|0.6|balón de fútbol americano|deporte
🏉|1|balón de rugby|deporte
🎾|0.6|pelota de tenis|deporte
🥏|11|disco volador|frisbee
🎳|0.6|bolos|bola|bola de bolos|juego
🏏|1|críquet|juego|pelota
🏑|1|hockey sobre hierba|juego|palo|pelota
🏒|1|hockey sobre hielo|disco|palo
🥍|11|lacrosse|bola|palo|pelota|raqueta
🏓|1|tenis de mesa|juego|pelota|ping pong
🏸|1|bádminton|pluma|raqueta|volante
🥊|3|guante de boxeo|deporte
🥋|3|uniforme de artes marciales|judo|kárate|taekwondo
🥅|3|portería|deporte|red
⛳|0.6|banderín en hoyo|golf
⛸️|0.7|patín de hielo
🎣|0.6|caña de pescar|entretenimiento|esparcimiento|pez
🤿|12|máscara de buceo|bucear|buzo|esnórquel|tubo
🎽|0.6|camiseta sin mangas|banda|camiseta con banda|camiseta de correr|deporte
🎿|0.6|esquís|esquíes|nieve
🛷|5|trineo
🥌|5|piedra de curling|juego|roca
🎯|0.6|diana|blanco|en el blanco|juego
🪀|12|yoyó|dieta|efecto|fluctuar|juguete
🪁|12|cometa|juguete|planear|viento|volar
🔫|0.6|pistola de agua|juguete|verano
🎱|0.6|bola negra de billar|8|bola ocho|juego
🔮|0.6|bola de cristal|adivinación|buena fortuna
🪄|13|varita mágica|bruja|hechicero|magia|mago|prestidigitación
🎮|0.6|mando de videoconsola|juego|videojuego
🕹️|0.7|joystick|juego|mando|palanca|videojuego
🎰|0.6|máquina tragaperras|juego
🎲|0.6|dado|juego
🧩|11|pieza de puzle|conectar|pista|rompecabezas
🧸|11|osito de peluche|juguete|oso
🪅|13|piñata|caballito|celebración|fiesta
🪩|14|bola de espejos|bailar|brillar|disco|discoteca|fiesta
🪆|13|muñeca rusa|babushka|mamushka|matrioska|rusia
♠️|0.6|palo de picas|carta|juego
♥️|0.6|palo de corazones|carta|juego
♦️|0.6|palo de diamantes|carta|juego
♣️|0.6|palo de tréboles|carta|juego
♟️|11|peón de ajedrez
🃏|0.6|comodín|joker
🀄|0.6|dragón rojo de mahjong|juego
🎴|0.6|cartas de flores|hanafuda|naipe japonés
🎭|0.6|máscaras de teatro|actuación|arte|artes escénicas|entretenimiento
🖼️|0.7|cuadro enmarcado|marco|museo
🎨|0.6|paleta de pintor|arte|artista|pintura
🧵|11|hilo|aguja|carrete|coser|costura
🪡|13|aguja de coser|bordado|hilar|punto|tejer
🧶|11|ovillo|bola|croché|punto|tejer
🪢|13|nudo|anudar|atar|enredar|trenzar

👓|0.6|gafas|accesorios|ojo|ropa
🕶️|0.7|gafas de sol|ojo|oscuras
🥽|11|gafas de protección|nadar|protección ocular|soldar
🥼|11|bata de laboratorio|científico|doctor|experimento|médico
🦺|12|chaleco de seguridad|emergencia
👔|0.6|corbata|accesorio|ropa
👕|0.6|camiseta|ropa
👖|0.6|vaqueros|pantalones|ropa
🧣|5|bufanda|abrigo|cuello
🧤|5|guantes|mano
🧥|5|abrigo|chaquetón
🧦|5|calcetines|pies|ropa
👗|0.6|vestido|mujer|ropa
👘|0.6|kimono|japonés|ropa
🥻|12|sari|prenda|ropa|vestido
🩱|12|traje de baño de una pieza|bañador
🩲|12|ropa interior|bañador|bragas|braguitas|calzoncillos|slip
🩳|12|pantalones cortos|bañador|bermudas|calzoncillos|ropa interior|shorts
👙|0.6|bikini|baño|playa|ropa
👚|0.6|ropa de mujer|blusa|camisa|femenina
🪭|15|abanico abierto|airear|bailar|calor|feria|flamenco
👛|0.6|monedero|accesorios|cartera|complementos
👜|0.6|bolso|accesorios|complementos
👝|0.6|bolso de mano|accesorios|cartera|complementos
🛍️|0.7|bolsas de compras
🎒|0.6|mochila escolar|colegio
🩴|13|chancla|chancla de dedo|chancleta|chinela|sandalia
👞|0.6|zapato de hombre|calzado|ropa
👟|0.6|zapatilla deportiva|calzado|correr|ropa|tenis
🥾|11|bota de senderismo|camping|mochilero
🥿|11|bailarina|calzado|zapato
👠|0.6|zapato de tacón|mujer
👡|0.6|sandalia de mujer|calzado|ropa
🩰|12|zapatillas de ballet|bailar|balé|danza
👢|0.6|bota de mujer|calzado|ropa
🪮|15|peineta|afro|pelo
👑|0.6|corona|accesorios|complementos|reina|rey
👒|0.6|sombrero de mujer|accesorio|ropa
🎩|0.6|sombrero de copa|chistera|ropa
🎓|0.6|birrete|celebración|gorro|graduación
🧢|5|gorra con visera|béisbol
🪖|13|casco militar|ejército|guerra|guerrero|soldado
⛑️|0.7|casco con una cruz blanca|ayuda|cara
📿|1|rosario|collar|cuentas|religión
💄|0.6|pintalabios|barra|cosmética|maquillaje
💍|0.6|anillo|diamante
💎|0.6|piedra preciosa|diamante|gema|joya
🔇|1|altavoz silenciado|altavoz con marca de cancelación|mute|silencio
🔈|0.7|altavoz a volumen bajo
🔉|1|altavoz a volumen medio|altavoz con volumen medio
🔊|0.6|altavoz a volumen alto
📢|0.6|altavoz de mano|comunicación
📣|0.6|megáfono|comunicación
📯|1|corneta de posta
🔔|0.6|campana
🔕|1|campana con signo de cancelación|ruido
🎼|0.6|pentagrama|música|partitura
🎵|0.6|nota musical|música
🎶|0.6|notas musicales|música
🎙️|0.7|micrófono de estudio|música
🎚️|0.7|control de volumen|fader
🎛️|0.7|ruedas de control|diales|música|potenciómetros
🎤|0.6|micrófono|entretenimiento|karaoke|micro
🎧|0.6|auricular|cascos
📻|0.6|radio
🎷|0.6|saxofón|instrumento|instrumento musical|música
🎺|0.6|trompeta|instrumento|instrumento musical|música
🪊|17|trombón|instrumento|jazz|metal|música|triste|viento
🪗|13|acordeón|concertina
🎸|0.6|guitarra|instrumento|instrumento musical|música
🎹|0.6|teclado musical|instrumento|instrumento musical|música|piano
🎻|0.6|violín|instrumento|instrumento musical|música
🪕|12|banjo|banyo|cuerda|instrumento|música
🥁|3|tambor|baquetas|música
🪘|13|tamboril|conga|ritmo
🪇|15|maracas|agitar|brasil|instrumento|movimiento|música|percusión
🪈|15|flauta|flautín|instrumento|instrumento de viento madera|música
🪉|16|arpa|amor|cupido|harpa|instrumento|música|orquesta
📱|0.6|teléfono móvil|celular
📲|0.6|móvil con una flecha|llamada|recibir|teléfono
☎️|0.6|teléfono
📞|0.6|auricular de teléfono|comunicación
📟|0.6|busca|comunicación|localizador
📠|0.6|máquina de fax|comunicación
🔋|0.6|pila|batería
🪫|14|batería baja|carga baja|electrónico|energía baja|pila
🔌|0.6|enchufe eléctrico|corriente|electricidad
💻|0.6|ordenador portátil|pc|personal
🖥️|0.7|ordenador de sobremesa
🖨️|0.7|impresora|ordenador
⌨️|1|teclado|ordenador
🖱️|0.7|ratón de ordenador
🖲️|0.7|bola de desplazamiento|ordenador|trackball
💽|0.6|minidisc|disco|md
💾|0.6|disquete|disco|disco de 3 1/2
💿|0.6|disco óptico|cd
📀|0.6|disco DVD
🧮|11|ábaco|contar|cálculo|matemáticas
🎥|0.6|cámara de cine|entretenimiento|película
🎞️|0.7|fotograma de película|cine
📽️|0.7|proyector de cine|película
🎬|0.6|claqueta|cine|claqueta de cine|entretenimiento|película
📺|0.6|televisión|tv
📷|0.6|cámara de fotos
📸|1|cámara con flash
📹|0.6|videocámara|vídeo
📼|0.6|cinta de vídeo
🔍|0.6|lupa orientada hacia la izquierda|buscar
🔎|0.6|lupa orientada hacia la derecha|buscar
🕯️|0.7|vela|luz
💡|0.6|bombilla|cómic|electricidad|idea|luz
🔦|0.6|linterna|luz
🏮|0.6|lámpara japonesa|izakaya|linterna izakaya|linterna japonesa|lámpara roja|restaurante
🪔|12|lámpara de aceite|diya
📔|0.6|cuaderno con tapa decorativa|decoración
📕|0.6|libro cerrado
📖|0.6|libro abierto
📗|0.6|libro verde
📘|0.6|libro azul
📙|0.6|libro naranja
📚|0.6|libros
📓|0.6|cuaderno|libreta
📒|0.6|libro de contabilidad|cuaderno
📃|0.6|página doblada|documento
📜|0.6|pergamino|pergamino de papel
📄|0.6|página hacia arriba|anverso|documento
📰|0.6|periódico|diario
🗞️|0.7|periódico enrollado|noticias|papel
📑|0.6|marcadores|pestañas
🔖|0.6|marcapáginas|marcador
🏷️|0.7|etiqueta
🪙|13|moneda|dinero|metal|oro|plata|tesoro
💰|0.6|bolsa de dinero|bolsa de dólares
🪎|17|cofre de tesoro|botín|dinero|joyas|objetos de valor|piedras preciosas|plata|premio|riqueza
💴|0.6|billete de yen|billete de banco|dinero
💵|0.6|billete de dólar|billete de banco|dinero
💶|1|billete de euro|billete de banco|dinero
💷|1|billete de libra|billete de banco|dinero
💸|0.6|billete con alas|billete de banco|dinero|dinero con alas
💳|0.6|tarjeta de crédito
🧾|11|recibo|contabilidad|prueba|teneduría de libros|testimonio
💹|0.6|mercado al alza|mercado alcista|tabla
✉️|0.6|sobre|carta|correo
📧|0.6|correo electrónico|comunicación|sobre
📨|0.6|sobre entrante|carta|comunicación|correo|correo electrónico
📩|0.6|sobre con flecha|carta|comunicación|correo|correo electrónico
📤|0.6|bandeja de salida|comunicación|correo|enviado
📥|0.6|bandeja de entrada|comunicación|correo|recibido
📦|0.6|paquete|caja
📫|0.6|buzón cerrado con la bandera levantada|con contenido
📪|0.6|buzón cerrado con la bandera bajada|vacío
📬|0.7|buzón abierto con la bandera levantada|con contenido
📭|0.7|buzón abierto con la bandera bajada|vacío
📮|0.6|buzón|cartas|correo
🗳️|0.7|urna con papeleta|voto
✏️|0.6|lápiz|escolar|escribir|lapicero
✒️|0.6|pluma negra|bolígrafo|escribir|tinta
🖋️|0.7|estilográfica|bolígrafo|escribir|pluma|tinta
🖊️|0.7|bolígrafo|boli|escribir
🖌️|0.7|pincel|pintar
🖍️|0.7|lápiz de cera
📝|0.6|cuaderno de notas|comunicación
💼|0.6|maletín|cartera|documentos
📁|0.6|carpeta de archivos
📂|0.6|carpeta de archivos abierta
🗂️|0.7|separador de fichas|fichero
📅|0.6|calendario|fecha
📆|0.6|calendario recortable|fecha
🗒️|0.7|bloc de notas de espiral|cuaderno
🗓️|0.7|calendario de espiral
📇|0.6|organizador de fichas|cartera|tarjetas
📈|0.6|gráfica de evolución ascendente|gráfico|tendencia ascendente
📉|0.6|gráfica de evolución descendente|gráfico|tendencia descendente
📊|0.6|gráfico de barras
📋|0.6|portapapeles|pinza|tabla
📌|0.6|chincheta|tachuela
📍|0.6|chincheta redonda
📎|0.6|clip
🖇️|0.7|clips unidos|unión
📏|0.6|regla
📐|0.6|escuadra|regla|regla triangular|triángulo
✂️|0.6|tijeras|cortar|herramienta
🗃️|0.7|archivador de tarjetas|archivo|caja
🗄️|0.7|archivador|archivos|oficina|organizador
🗑️|0.7|papelera|basura|cubo
🔒|0.6|candado cerrado|cerrar
🔓|0.6|candado abierto|abrir
🔏|0.6|candado con pluma estilográfica|cerrado|privacidad
🔐|0.6|candado cerrado y llave|seguro
🔑|0.6|llave|contraseña
🗝️|0.7|llave antigua
🔨|0.6|martillo|herramienta
🪓|12|hacha|cortar|dividir|hachuela|madera|talar
⛏️|0.7|pico|herramienta|mina
⚒️|1|martillo y pico|herramienta
🛠️|0.7|martillo y llave inglesa|herramienta
🗡️|0.7|puñal|arma|cuchillo|daga
⚔️|1|espadas cruzadas|arma
💣|0.6|bomba|cómic|emoción
🪃|13|bumerán|boomerang|rebotar
🏹|1|arco y flecha|arquero|sagitario|zodiaco
🛡️|0.7|escudo|defensa
🪚|13|sierra de carpintería|carpintero|herramienta|talar
🔧|0.6|llave inglesa|herramienta
🪛|13|destornillador|atornillador|herramienta|tornillo
🔩|0.6|tornillo y tuerca|herramienta
⚙️|1|engranaje|herramienta
🗜️|0.7|tornillo de banco|herramienta
⚖️|1|balanza|justicia|libra|peso|zodiaco
🦯|12|bastón|accesibilidad|ceguera|ciega|ciego|invidente
🔗|0.6|eslabón
⛓️‍💥|15.1|cadena rota|esposas|libertad|romper|rotura
⛓️|0.7|cadenas
🪝|13|gancho|agarrar|anzuelo|atrapar|garfio
🧰|11|caja de herramientas|armario|mecánico
🧲|11|imán|atracción|herradura|magnético
🪜|13|escalera|escalar|escalerilla|escalón|peldaño
🪏|16|pala|agujero|cavar|enterrar|excavar|hoyo|huerto|nieve|planta
⚗️|1|alambique|herramienta|química
🧪|11|tubo de ensayo|ciencia|experimento|laboratorio|química|químico
🧫|11|placa de petri|bacterias|biología|biólogo|cultivo|laboratorio
🧬|11|adn|biólogo|evolución|gen|genética|vida
🔬|1|microscopio|instrumento|laboratorio
🔭|1|telescopio|astronomía|instrumento
📡|0.6|antena de satélite|comunicación
💉|0.6|jeringuilla|aguja|jeringa|medicina|médico
🩸|12|gota de sangre|donación de sangre|donar sangre|herida|medicina
💊|0.6|píldora|comprimido|medicina|médico|pastilla
🩹|12|tirita|apósito
🩼|14|muleta|ayuda para la movilidad|bastón|discapacidad|lesión|palo
🩺|12|estetoscopio|corazón|doctor|fonendoscopio|latido|medicina|médico
🩻|14|radiografía|doctor|doctora|esqueleto|huesos|médico|rayos
🚪|0.6|puerta
🛗|13|ascensor|accesibilidad|elevador|montacargas
🪞|13|espejo|espéculo|reflector|reflejo
🪟|13|ventana|abertura|apertura|cristal|marco|transparente|vista
🛏️|0.7|cama|dormir|hotel
🛋️|0.7|sofá y lámpara|hotel
🪑|12|silla|asiento|sentarse
🚽|0.6|inodoro|baño|váter|wc
🪠|13|desatascador|fontanero|retrete|servicio|succión
🚿|1|ducha|agua|baño
🛁|1|bañera|baño
🪤|13|trampa de ratones|cebo|cepo|engañar|ratonera|ratón
🪒|12|cuchilla de afeitar|afeitado|afilado|barbero|navaja
🧴|11|bote de crema|champú|hidratante|protector solar
🧷|11|imperdible|pañal|punk rock
🧹|11|escoba|barrer|bruja|fregar
🧺|11|cesta|colada|cosecha|pícnic
🧻|11|rollo de papel|papel absorbente|papel higiénico
🪣|13|cubo|balde|barreño|cuba|cubeta
🧼|11|jabón|bañarse|enjabonarse|jabonera|lavarse|pastilla
🫧|14|burbujas|bajo el agua|eructar|jabón|limpiar
🪥|13|cepillo de dientes|dental|higiene|limpio|servicio
🧽|11|esponja|absorbente|limpiar|poroso
🧯|11|extintor|apagar|extinguir|incendio
🛒|3|carrito de la compra|carro|supermercado
🚬|0.6|cigarrillo|cigarro|fumar
⚰️|1|ataúd|muerte
🪦|13|lápida|cementario|estela|sepulcro|tumba
⚱️|1|urna funeraria|muerte
🧿|11|ojo turco|amuleto|mal de ojo|nazar|talismán
🪬|14|hamsa|amuleto|fátima|jamsa|mano|maría|miriam
🗿|0.6|estatua moái|pascua
🪧|13|letrero|anuncio|aviso|cartel|pancarta|poste
🪪|14|carné de identidad|carné de conducir|credenciales|identificación|permiso|seguridad

🏧|0.6|señal de cajero automático|atm|banco
🚮|1|señal de usar papelera|basura|tirar la basura en la papelera
🚰|1|agua potable
♿|0.6|símbolo de silla de ruedas|acceso|señal
🚹|0.6|aseo para hombres|aseo de caballeros|baño|servicio|señal|señal con un hombre
🚺|0.6|señal de aseo para mujeres|aseo de señoras|baño|servicio|señal con una mujer
🚻|0.6|señal de aseos|servicios|wc
🚼|0.6|señal de bebé|cambiar|lactancia
🚾|0.6|aseos|lavabo|servicios|wc
🛂|1|control de pasaportes
🛃|1|aduana
🛄|1|recogida de equipajes|maleta
🛅|1|consigna|depósito|equipaje|servicio de equipaje en depósito
⚠️|0.6|advertencia|cuidado|señal
🚸|1|niños cruzando|señal
⛔|0.6|dirección prohibida|no|prohibido|señal|señal de dirección prohibida
🚫|0.6|prohibido|entrar|no|pasar|prohibición
🚳|1|bicicletas prohibidas|prohibido|vehículo
🚭|0.6|prohibido fumar|no|señal
🚯|1|prohibido tirar basura|señal|señal de no tirar basura
🚱|1|agua no potable
🚷|1|prohibido el paso de peatones|peatón|señal
📵|1|prohibido el uso de móviles|no hacer llamadas|teléfono
🔞|0.6|prohibido para menos de 18 años|no apto para menores|prohibido para menores de 18 años
☢️|1|radiactivo|radiactividad|radioactividad|radioactivo|señal
☣️|1|riesgo biológico|peligro|señal
⬆️|0.6|flecha hacia arriba|dirección|flecha arriba|norte
↗️|0.6|flecha hacia la esquina superior derecha|arriba|dirección|noreste
➡️|0.6|flecha hacia la derecha|dirección|este
↘️|0.6|flecha hacia la esquina inferior derecha|abajo|dirección|sudeste
⬇️|0.6|flecha hacia abajo|dirección|sur
↙️|0.6|flecha hacia la esquina inferior izquierda|abajo|dirección|suroeste
⬅️|0.6|flecha hacia la izquierda|oeste
↖️|0.6|flecha hacia la esquina superior izquierda|arriba|dirección|noroeste
↕️|0.6|flecha arriba y abajo|dirección
↔️|0.6|flecha izquierda y derecha|dirección
↩️|0.6|flecha derecha curvándose a la izquierda|curva|dirección
↪️|0.6|flecha izquierda curvándose a la derecha|curva|dirección
⤴️|0.6|flecha derecha curvándose hacia arriba|curva|dirección
⤵️|0.6|flecha derecha curvándose hacia abajo|curva|dirección
🔃|0.6|flechas verticales en sentido horario|flechas verticales sentido horario|señal de recarga
🔄|1|flechas en sentido antihorario|dirección|señal de recarga
🔙|0.6|flecha BACK|atrás|atrás con flecha izquierda|flecha a la izquierda
🔚|0.6|flecha END|final|final con flecha izquierda|flecha a la izquierda
🔛|0.6|flecha ON!|flecha de doble punta con la palabra "on" encima|señal
🔜|0.6|flecha SOON|soon con flecha a la derecha
🔝|0.6|flecha TOP|arriba|flecha hacia arriba|top con flecha hacia arriba
🛐|1|lugar de culto|religión
⚛️|1|símbolo de átomo
🕉️|0.7|om|hindú|religión
✡️|0.7|estrella de David|judaísmo|judío|religión
☸️|0.7|rueda del dharma|budismo|religión
☯️|0.7|yin yang|religión|taoísmo
✝️|0.7|cruz latina|cristianismo|religión
☦️|1|cruz ortodoxa|religión
☪️|0.7|media luna y estrella|islam|religión
☮️|1|símbolo de la paz
🕎|1|menorá|candelabro|religión
🔯|0.6|estrella de seis puntas|adivinación|buena fortuna
🪯|15|khanda|religión|sij|sijismo|sikh
♈|0.6|Aries|carnero|horóscopo|zodiaco
♉|0.6|Tauro|buey|horóscopo|toro|zodiaco
♊|0.6|Géminis|gemelos|horóscopo|zodiaco
♋|0.6|Cáncer|cangrejo|horóscopo|zodiaco
♌|0.6|Leo|horóscopo|león|zodiaco
♍|0.6|Virgo|horóscopo|zodiaco
♎|0.6|Libra|balanza|escala|horóscopo|justicia|zodiaco
♏|0.6|Escorpio|escorpión|horóscopo|zodiaco
♐|0.6|Sagitario|arquero|horóscopo|zodiaco
♑|0.6|Capricornio|cabra|horóscopo|zodiaco
♒|0.6|Acuario|agua|horóscopo|zodiaco
♓|0.6|Piscis|horóscopo|pescado|pez|zodiaco
⛎|0.6|Ofiuco|horóscopo|portador|serpiente|zodiaco
🔀|1|reproducción aleatoria|cruzado|flechas|flechas entrecruzadas
🔁|1|repetir|flechas|repetición
🔂|1|repetir una vez|flechas|repetición|uno
▶️|0.6|reproducir|botón de reproducción|flecha|triángulo
⏩|0.6|avance rápido|avanzar|doble|flecha
⏭️|0.7|pista siguiente|raya vertical|triángulos
⏯️|1|reproducir o pausa|triángulo
◀️|0.6|retroceso|izquierda|triángulo
⏪|0.6|retroceso rápido|flecha|flecha doble a la izquierda|izquierda|rebobinado|rebobinar
⏮️|0.7|pista anterior|atrás|escena anterior|triángulo
🔼|0.6|triángulo hacia arriba|botón|botón triángulo hacia arriba
⏫|0.6|triángulo doble hacia arriba|flecha
🔽|0.6|triángulo hacia abajo|botón|botón triángulo hacia abajo
⏬|0.6|triángulo doble hacia abajo|triángulo doble abajo
⏸️|0.7|pausa|barras|botón|vertical
⏹️|0.7|detener|botón|cuadrado|parar
⏺️|0.7|grabar|botón|círculo
⏏️|1|expulsar|botón
🎦|0.6|cine|entretenimiento|película
🔅|1|brillo bajo|señal de brillo bajo|tenue
🔆|1|brillo alto|brillante|señal de brillo alto
📶|0.6|barras de cobertura|antena|celular|móvil|señal|teléfono
🛜|15|wifi|conexión|inalámbrica|internet|red|wi-fi
📳|0.6|modo vibración|móvil|teléfono|teléfono celular
📴|0.6|teléfono móvil apagado|teléfono celular
♀️|4|signo femenino|mujer|símbolo
♂️|4|signo masculino|hombre|símbolo
⚧️|13|símbolo de transgénero
✖️|0.6|multiplicación|cancelar|marca|prohibido|signo de multiplicación|x|×
➕|0.6|más|+|signo|suma
➖|0.6|menos|-|resta|signo|−
➗|0.6|división|signo|signo de división|÷
🟰|14|signo igual grueso|equivalencia|igualdad|matemáticas|mates
♾️|11|infinito|ilimitado|siempre|universal
‼️|0.6|exclamación doble|!!|puntuación|sorpresa
⁉️|0.6|exclamación e interrogación|!|!?|?
❓|0.6|interrogación roja|?|pregunta|puntuación|signo de interrogación
❔|0.6|interrogación blanca|?|pregunta|puntuación
❕|0.6|exclamación blanca|!|puntuación
❗|0.6|exclamación roja|!|puntuación|signo de exclamación
〰️|0.6|guion ondulado|marca de sonido largo
💱|0.6|cambio de divisas|dinero|moneda
💲|0.6|símbolo de dólar|dinero
⚕️|4|símbolo de medicina|asclepio|esculapio|serpiente
♻️|0.6|símbolo de reciclaje|reciclar|señal|símbolo universal de reciclaje sólido|universal
⚜️|1|flor de lis
🔱|0.6|emblema de tridente|ancla
📛|0.6|etiqueta identificativa|nombre
🔰|0.6|símbolo japonés para principiante|amarillo|verde
⭕|0.6|círculo rojo hueco|aro
✅|0.6|botón de marca de verificación|selección|✓
☑️|0.6|casilla con marca de verificación|selección|✓
✔️|0.6|marca de verificación|selección|✓
❌|0.6|marca de cruz|cancelar|marca de tachado|tachar|x|×
❎|0.6|botón con marca de cruz|casilla|x|×
➰|0.6|bucle|giro|tirabuzón
➿|1|bucle doble
〽️|0.6|marca de alternancia
✳️|0.6|asterisco de ocho puntas|*
✴️|0.6|estrella de ocho puntas|*
❇️|0.6|chispa|*
©️|0.6|copyright|símbolo
®️|0.6|marca registrada|símbolo de marca registrada
™️|0.6|símbolo de marca comercial
🫟|16|salpicadura|gotear|líquido|mancha|manchar|pintura|salpicar|tinta
#️⃣|0.6|Teclas: #
*️⃣|2|Teclas: *
0️⃣|0.6|tecla: 0|cero
1️⃣|0.6|tecla: 1|uno
2️⃣|0.6|tecla: 2|dos
3️⃣|0.6|tecla: 3|tres
4️⃣|0.6|tecla: 4|cuatro
5️⃣|0.6|tecla: 5|cinco
6️⃣|0.6|tecla: 6|seis
7️⃣|0.6|tecla: 7|siete
8️⃣|0.6|tecla: 8|ocho
9️⃣|0.6|tecla: 9|nueve
🔟|0.6|Teclas: 10
🔠|0.6|letras latinas mayúsculas|abcd
🔡|0.6|letras latinas minúsculas|abcd
🔢|0.6|números|1234|dígitos
🔣|0.6|símbolos|〒♪&%
🔤|0.6|alfabeto latino|abc
🅰️|0.6|grupo sanguíneo A|tipo a
🆎|0.6|grupo sanguíneo AB|tipo ab
🅱️|0.6|grupo sanguíneo B|tipo b
🆑|0.6|borrar|símbolo
🆒|0.6|botón COOL|mola
🆓|0.6|botón FREE|gratis|símbolo gratis
ℹ️|0.6|información
🆔|0.6|símbolo de identificación|identidad|símbolo identidad
Ⓜ️|0.6|m en círculo
🆕|0.6|botón NEW|nuevo
🆖|0.6|botón NG|nuevo
🅾️|0.6|grupo sanguíneo tipo O
🆗|0.6|botón OK
🅿️|0.6|aparcamiento|parking
🆘|0.6|símbolo de socorro|ayuda|sos
🆙|0.6|botón UP!|arriba|información|novedad|símbolo
🆚|0.6|botón VS|contra|frente a|símbolo|versus
🈁|0.6|ideograma japonés para "aquí"|katakana|“aquí”
🈂️|0.6|ideograma japonés para "de cortesía"|katakana
🈷️|0.6|ideograma japonés para "cantidad mensual"|kanji|“cantidad mensual”
🈶|0.6|ideograma japonés para "de pago"|kanji|“de pago”
🈯|0.6|ideograma japonés para "reservado"|kanji
🉐|0.6|ideograma japonés para "ganga"|kanji
🈹|0.6|ideograma japonés para "descuento"|kanji
🈚|0.6|ideograma japonés para "gratis"|kanji
🈲|0.6|ideograma japonés para "prohibido"|kanji
🉑|0.6|ideograma japonés para "aceptable"|kanji
🈸|0.6|ideograma japonés para "aplicación"|kanji
🈴|0.6|ideograma japonés para "aprobado"|kanji
🈳|0.6|ideograma japonés para "vacante"|kanji
㊗️|0.6|ideograma japonés para "enhorabuena"|kanji
㊙️|0.6|ideograma japonés para "secreto"|kanji
🈺|0.6|ideograma japonés para "abierto"|kanji
🈵|0.6|ideograma japonés para "completo"|kanji|lleno
🔴|0.6|círculo rojo|geometría
🟠|12|círculo naranja
🟡|12|círculo amarillo
🟢|12|círculo verde
🔵|0.6|círculo azul|geometría
🟣|12|círculo morado|lila|púrpura
🟤|12|círculo marrón
⚫|0.6|círculo negro|geometría
⚪|0.6|círculo blanco|geometría
🟥|12|cuadrado rojo
🟧|12|cuadrado naranja
🟨|12|cuadrado amarillo
🟩|12|cuadrado verde
🟦|12|cuadrado azul
🟪|12|cuadrado morado|lila|púrpura
🟫|12|cuadrado marrón
⬛|0.6|cuadrado negro grande|geometría
⬜|0.6|cuadrado blanco grande|geometría
◼️|0.6|cuadrado negro mediano|geometría
◻️|0.6|cuadrado blanco mediano|geometría
◾|0.6|cuadrado negro mediano-pequeño|geometría
◽|0.6|cuadrado blanco mediano-pequeño|geometría
▪️|0.6|cuadrado negro pequeño|geometría
▫️|0.6|cuadrado blanco pequeño|geometría
🔶|0.6|rombo naranja grande|geometría
🔷|0.6|rombo azul grande|geometría
🔸|0.6|rombo naranja pequeño|geometría
🔹|0.6|rombo azul pequeño|geometría
🔺|0.6|triángulo rojo hacia arriba|geometría|triángulo hacia arriba rojo
🔻|0.6|triángulo rojo hacia abajo|geometría|triángulo hacia abajo rojo
💠|0.6|rombo con pétalo|flor|geometría
🔘|0.6|botón de opción
🔳|0.6|botón cuadrado con borde blanco
🔲|0.6|botón cuadrado con borde negro

🏁|0.6|bandera de cuadros|carreras|deporte|motor
🚩|0.6|bandera triangular|bandera de localización triangular|bandera informativa de localización|localización
🎌|0.6|banderas cruzadas|celebración|japón
🏴|1|bandera negra|ondear
🏳️|0.7|bandera blanca|ondear
🏳️‍🌈|4|bandera del arcoíris
🏳️‍⚧️|13|bandera transgénero|azul|blanco|lgtb|rosa
🏴‍☠️|11|bandera pirata|botín|jolly roger|tesoro
🇦🇨|2|Bandera: Isla de la Ascensión|AC
🇦🇩|2|Bandera: Andorra|AD
🇦🇪|2|Bandera: Emiratos Árabes Unidos|AE
🇦🇫|2|Bandera: Afganistán
🇦🇬|2|Bandera: Antigua y Barbuda|AG
🇦🇮|2|Bandera: Anguila|AI
🇦🇱|2|Bandera: Albania
🇦🇲|2|Bandera: Armenia|AM
🇦🇴|2|Bandera: Angola|AO
🇦🇶|2|Bandera: Antártida|AQ
🇦🇷|2|Bandera: Argentina
🇦🇸|2|Bandera: Samoa Americana|AS
🇦🇹|2|Bandera: Austria|AT
🇦🇺|2|Bandera: Australia
🇦🇼|2|Bandera: Aruba|AW
🇦🇽|2|Bandera: Islas Aland|AX
🇦🇿|2|Bandera: Azerbaiyán
🇧🇦|2|Bandera: Bosnia y Herzegovina
🇧🇧|2|Bandera: Barbados|BB
🇧🇩|2|Bandera: Bangladés|BD
🇧🇪|2|Bandera: Bélgica|BE
🇧🇫|2|Bandera: Burkina Faso|BF
🇧🇬|2|Bandera: Bulgaria|BG
🇧🇭|2|Bandera: Baréin|BH
🇧🇮|2|Bandera: Burundi|BI
🇧🇯|2|Bandera: Benín|BJ
🇧🇱|2|Bandera: San Bartolomé|BL
🇧🇲|2|Bandera: Bermudas|BM
🇧🇳|2|Bandera: Brunéi|BN
🇧🇴|2|Bandera: Bolivia
🇧🇶|2|Bandera: Caribe neerlandés|BQ
🇧🇷|2|Bandera: Brasil
🇧🇸|2|Bandera: Bahamas|BS
🇧🇹|2|Bandera: Bután|BT
🇧🇻|2|Bandera: Isla Bouvet|BV
🇧🇼|2|Bandera: Botsuana|BW
🇧🇾|2|Bandera: Bielorrusia|BY
🇧🇿|2|Bandera: Belice|BZ
🇨🇦|2|Bandera: Canadá
🇨🇨|2|Bandera: Islas Cocos|CC
🇨🇩|2|Bandera: República Democrática del Congo|CD
🇨🇫|2|Bandera: República Centroafricana|CF
🇨🇬|2|Bandera: Congo|CG
🇨🇭|2|Bandera: Suiza|CH
🇨🇮|2|Bandera: Côte d’Ivoire|CI
🇨🇰|2|Bandera: Islas Cook|CK
🇨🇱|2|Bandera: Chile|CL
🇨🇲|2|Bandera: Camerún|CM
🇨🇳|0.6|Bandera: China|CN
🇨🇴|2|Bandera: Colombia
🇨🇵|2|Bandera: Isla Clipperton|CP
🇨🇶|16|Bandera: Sark|CQ
🇨🇷|2|Bandera: Costa Rica|CR
🇨🇺|2|Bandera: Cuba
🇨🇻|2|Bandera: Cabo Verde|CV
🇨🇼|2|Bandera: Curazao|CW
🇨🇽|2|Bandera: Isla de Navidad|CX
🇨🇾|2|Bandera: Chipre|CY
🇨🇿|2|Bandera: Chequia|CZ
🇩🇪|0.6|Bandera: Alemania
🇩🇬|2|Bandera: Diego García|DG
🇩🇯|2|Bandera: Yibuti|DJ
🇩🇰|2|Bandera: Dinamarca|DK
🇩🇲|2|Bandera: Dominica|DM
🇩🇴|2|Bandera: República Dominicana
🇩🇿|2|Bandera: Argelia|DZ
🇪🇦|2|Bandera: Ceuta y Melilla|EA
🇪🇨|2|Bandera: Ecuador
🇪🇪|2|Bandera: Estonia|EE
🇪🇬|2|Bandera: Egipto
🇪🇭|2|Bandera: Sáhara Occidental|EH
🇪🇷|2|Bandera: Eritrea
🇪🇸|0.6|Bandera: España
🇪🇹|2|Bandera: Etiopía
🇪🇺|2|Bandera: Unión Europea
🇫🇮|2|Bandera: Finlandia
🇫🇯|2|Bandera: Fiyi|FJ
🇫🇰|2|Bandera: Islas Malvinas|FK
🇫🇲|2|Bandera: Micronesia|FM
🇫🇴|2|Bandera: Islas Feroe|FO
🇫🇷|0.6|Bandera: Francia
🇬🇦|2|Bandera: Gabón
🇬🇧|0.6|Bandera: Reino Unido|GB
🇬🇩|2|Bandera: Granada|GD
🇬🇪|2|Bandera: Georgia
🇬🇫|2|Bandera: Guayana Francesa|GF
🇬🇬|2|Bandera: Guernesey|GG
🇬🇭|2|Bandera: Ghana
🇬🇮|2|Bandera: Gibraltar
🇬🇱|2|Bandera: Groenlandia|GL
🇬🇲|2|Bandera: Gambia|GM
🇬🇳|2|Bandera: Guinea|GN
🇬🇵|2|Bandera: Guadalupe|GP
🇬🇶|2|Bandera: Guinea Ecuatorial|GQ
🇬🇷|2|Bandera: Grecia
🇬🇸|2|Bandera: Islas Georgia del Sur y Sandwich del Sur|GS
🇬🇹|2|Bandera: Guatemala|GT
🇬🇺|2|Bandera: Guam
🇬🇼|2|Bandera: Guinea-Bisáu|GW
🇬🇾|2|Bandera: Guyana|GY
🇭🇰|2|Bandera: RAE de Hong Kong (China)|HK
🇭🇲|2|Bandera: Islas Heard y McDonald|HM
🇭🇳|2|Bandera: Honduras|HN
🇭🇷|2|Bandera: Croacia|HR
🇭🇹|2|Bandera: Haití|HT
🇭🇺|2|Bandera: Hungría
🇮🇨|2|Bandera: Canarias|IC
🇮🇩|2|Bandera: Indonesia|ID
🇮🇪|2|Bandera: Irlanda|IE
🇮🇱|2|Bandera: Israel|IL
🇮🇲|2|Bandera: Isla de Man|IM
🇮🇳|2|Bandera: India
🇮🇴|2|Bandera: Territorio Británico del Océano Índico
🇮🇶|2|Bandera: Irak|IQ
🇮🇷|2|Bandera: Irán
🇮🇸|2|Bandera: Islandia
🇮🇹|0.6|Bandera: Italia
🇯🇪|2|Bandera: Jersey
🇯🇲|2|Bandera: Jamaica|JM
🇯🇴|2|Bandera: Jordania
🇯🇵|0.6|Bandera: Japón|JP
🇰🇪|2|Bandera: Kenia
🇰🇬|2|Bandera: Kirguistán|KG
🇰🇭|2|Bandera: Camboya|KH
🇰🇮|2|Bandera: Kiribati
🇰🇲|2|Bandera: Comoras|KM
🇰🇳|2|Bandera: San Cristóbal y Nieves|KN
🇰🇵|2|Bandera: Corea del Norte|KP
🇰🇷|0.6|Bandera: Corea del Sur|KR
🇰🇼|2|Bandera: Kuwait|KW
🇰🇾|2|Bandera: Islas Caimán|KY
🇰🇿|2|Bandera: Kazajistán|KZ
🇱🇦|2|Bandera: Laos
🇱🇧|2|Bandera: Líbano|LB
🇱🇨|2|Bandera: Santa Lucía|LC
🇱🇮|2|Bandera: Liechtenstein
🇱🇰|2|Bandera: Sri Lanka|LK
🇱🇷|2|Bandera: Liberia|LR
🇱🇸|2|Bandera: Lesoto|LS
🇱🇹|2|Bandera: Lituania|LT
🇱🇺|2|Bandera: Luxemburgo
🇱🇻|2|Bandera: Letonia|LV
🇱🇾|2|Bandera: Libia|LY
🇲🇦|2|Bandera: Marruecos
🇲🇨|2|Bandera: Mónaco|MC
🇲🇩|2|Bandera: Moldavia|MD
🇲🇪|2|Bandera: Montenegro|ME
🇲🇫|2|Bandera: San Martín|MF
🇲🇬|2|Bandera: Madagascar|MG
🇲🇭|2|Bandera: Islas Marshall|MH
🇲🇰|2|Bandera: Macedonia del Norte|MK
🇲🇱|2|Bandera: Mali|ML
🇲🇲|2|Bandera: Myanmar (Birmania)|MM
🇲🇳|2|Bandera: Mongolia|MN
🇲🇴|2|Bandera: RAE de Macao (China)|MO
🇲🇵|2|Bandera: Islas Marianas del Norte|MP
🇲🇶|2|Bandera: Martinica|MQ
🇲🇷|2|Bandera: Mauritania|MR
🇲🇸|2|Bandera: Montserrat|MS
🇲🇹|2|Bandera: Malta|MT
🇲🇺|2|Bandera: Mauricio|MU
🇲🇻|2|Bandera: Maldivas|MV
🇲🇼|2|Bandera: Malaui|MW
🇲🇽|2|Bandera: México|MX
🇲🇾|2|Bandera: Malasia|MY
🇲🇿|2|Bandera: Mozambique|MZ
🇳🇦|2|Bandera: Namibia
🇳🇨|2|Bandera: Nueva Caledonia|NC
🇳🇪|2|Bandera: Níger|NE
🇳🇫|2|Bandera: Isla Norfolk|NF
🇳🇬|2|Bandera: Nigeria|NG
🇳🇮|2|Bandera: Nicaragua
🇳🇱|2|Bandera: Países Bajos|NL
🇳🇴|2|Bandera: Noruega
🇳🇵|2|Bandera: Nepal|NP
🇳🇷|2|Bandera: Nauru|NR
🇳🇺|2|Bandera: Niue|NU
🇳🇿|2|Bandera: Nueva Zelanda|NZ
🇴🇲|2|Bandera: Omán
🇵🇦|2|Bandera: Panamá
🇵🇪|2|Bandera: Perú
🇵🇫|2|Bandera: Polinesia Francesa|PF
🇵🇬|2|Bandera: Papúa Nueva Guinea|PG
🇵🇭|2|Bandera: Filipinas|PH
🇵🇰|2|Bandera: Pakistán|PK
🇵🇱|2|Bandera: Polonia|PL
🇵🇲|2|Bandera: San Pedro y Miquelón|PM
🇵🇳|2|Bandera: Islas Pitcairn|PN
🇵🇷|2|Bandera: Puerto Rico|PR
🇵🇸|2|Bandera: Territorios Palestinos|PS
🇵🇹|2|Bandera: Portugal|PT
🇵🇼|2|Bandera: Palaos|PW
🇵🇾|2|Bandera: Paraguay|PY
🇶🇦|2|Bandera: Catar|QA
🇷🇪|2|Bandera: Reunión
🇷🇴|2|Bandera: Rumanía|RO
🇷🇸|2|Bandera: Serbia|RS
🇷🇺|0.6|Bandera: Rusia
🇷🇼|2|Bandera: Ruanda|RW
🇸🇦|2|Bandera: Arabia Saudí
🇸🇧|2|Bandera: Islas Salomón|SB
🇸🇨|2|Bandera: Seychelles|SC
🇸🇩|2|Bandera: Sudán|SD
🇸🇪|2|Bandera: Suecia|SE
🇸🇬|2|Bandera: Singapur|SG
🇸🇭|2|Bandera: Santa Elena|SH
🇸🇮|2|Bandera: Eslovenia|SI
🇸🇯|2|Bandera: Svalbard y Jan Mayen|SJ
🇸🇰|2|Bandera: Eslovaquia|SK
🇸🇱|2|Bandera: Sierra Leona|SL
🇸🇲|2|Bandera: San Marino|SM
🇸🇳|2|Bandera: Senegal|SN
🇸🇴|2|Bandera: Somalia
🇸🇷|2|Bandera: Surinam|SR
🇸🇸|2|Bandera: Sudán del Sur|SS
🇸🇹|2|Bandera: Santo Tomé y Príncipe|ST
🇸🇻|2|Bandera: El Salvador|SV
🇸🇽|2|Bandera: Sint Maarten|SX
🇸🇾|2|Bandera: Siria|SY
🇸🇿|2|Bandera: Esuatini|SZ
🇹🇦|2|Bandera: Tristán de Acuña|TA
🇹🇨|2|Bandera: Islas Turcas y Caicos|TC
🇹🇩|2|Bandera: Chad|TD
🇹🇫|2|Bandera: Territorios Australes Franceses|TF
🇹🇬|2|Bandera: Togo|TG
🇹🇭|2|Bandera: Tailandia|TH
🇹🇯|2|Bandera: Tayikistán|TJ
🇹🇰|2|Bandera: Tokelau|TK
🇹🇱|2|Bandera: Timor-Leste|TL
🇹🇲|2|Bandera: Turkmenistán|TM
🇹🇳|2|Bandera: Túnez|TN
🇹🇴|2|Bandera: Tonga
🇹🇷|2|Bandera: Turquía|TR
🇹🇹|2|Bandera: Trinidad y Tobago|TT
🇹🇻|2|Bandera: Tuvalu|TV
🇹🇼|2|Bandera: Taiwán|TW
🇹🇿|2|Bandera: Tanzania|TZ
🇺🇦|2|Bandera: Ucrania|UA
🇺🇬|2|Bandera: Uganda
🇺🇲|2|Bandera: Islas menores alejadas de EE. UU.|UM
🇺🇳|4|Bandera: Naciones Unidas
🇺🇸|0.6|Bandera: Estados Unidos|US
🇺🇾|2|Bandera: Uruguay|UY
🇺🇿|2|Bandera: Uzbekistán
🇻🇦|2|Bandera: Ciudad del Vaticano
🇻🇨|2|Bandera: San Vicente y las Granadinas|VC
🇻🇪|2|Bandera: Venezuela
🇻🇬|2|Bandera: Islas Vírgenes Británicas|VG
🇻🇮|2|Bandera: Islas Vírgenes de EE. UU.|VI
🇻🇳|2|Bandera: Vietnam|VN
🇻🇺|2|Bandera: Vanuatu|VU
🇼🇫|2|Bandera: Wallis y Futuna|WF
🇼🇸|2|Bandera: Samoa|WS
🇽🇰|2|Bandera: Kosovo|XK
🇾🇪|2|Bandera: Yemen
🇾🇹|2|Bandera: Mayotte|YT
🇿🇦|2|Bandera: Sudáfrica|ZA
🇿🇲|2|Bandera: Zambia|ZM
🇿🇼|2|Bandera: Zimbabue|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|Bandera: Inglaterra|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|Bandera: Escocia|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|Bandera: Gales|gbwls`;
