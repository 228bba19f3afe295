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

export const lines: string = `😀|1|rosto risonho|engraçado|feliz|lol|rindo|risada|sorridente
😃|0.6|rosto risonho com olhos bem abertos|boca|feliz|olhos arregalados|risada|rosto sorrindo com boca aberta|sorridente|sorrindo|sorriso
😄|0.6|rosto risonho com olhos sorridentes|aberta|boca|engraçado|feliz|haha|lol|risada|sorriso
😁|0.6|rosto contente com olhos sorridentes|feliz|olhos sorrindo|rindo|rosto rindo com olhos sorridentes|sorrindo|sorriso|sorriso aberto
😆|0.6|rosto risonho com olhos semicerrados|gargalhada|gargalhando|hahaha|kkk|olhos fechados|rir|sorriso com olhos fechados|sorriso estilo xd
😅|0.6|rosto risonho com gota de suor|estressada|estressado|nervoso|rindo|sorriso com suor frio|sorriso mas com suor frio|suando frio|suor frio
🤣|3|rolando no chão de rir|choro|engraçada|feliz|gargalhada|haha|kkk|lágrimas|rindo|risada
😂|0.6|rosto chorando de rir|alegria|engraçada|engraçado|gargalhada|hahaha|kkk|lágrimas|lágrimas de alegria|rosto com lágrimas de alegria
🙂|1|rosto levemente sorridente|feliz|rosto sorrindo|sorriso|sorriso leve
🙃|1|rosto de cabeça para baixo|rosto invertido
🫠|14|rosto derretendo|calor|derreter|desaparecer|dissolver|envergonhada|haha|quente|sarcasmo|sarcástica|vergonha
😉|0.6|rosto com olho piscando|flerte|piscada|rosto piscando
😊|0.6|rosto sorridente com olhos sorridentes|alegre|encabulada|envergonhada|feliz|fofo|ruborizar|satisfeita|sim|sorriso|vergonha
😇|1|rosto sorridente com auréola|anjinho|anjo|inocente|sorriso|sorriso com auréola
🥰|11|rosto sorridente com 3 corações|amando|amei|amo|apaixonada|coração|crush|paixão|romance|te amo
😍|0.6|rosto sorridente com olhos de coração|amor|apaixonado|olhar apaixonado|paixão|romance
🤩|5|rosto com olhar maravilhado|estrela|gargalhando|olhos|super animada|super animado|super feliz|superanimada|superanimado|superfeliz
😘|0.6|rosto mandando um beijo|flerte|jogando beijos|mandando beijo|rosto jogando beijos
😗|1|rosto beijando|beijo|rosto com beijo
☺️|0.6|rosto sorridente|corada|corado|relaxado|rosto sorrindo|rosto sorrindo não preenchido|sorriso
😚|0.6|rosto beijando com olhos fechados|beijando com os olhos fechados|beijinho|mandando beijo
😙|1|rosto beijando com olhos sorridentes|beijar e sorrir|beijinho|beijos|flerte|mandando beijo|olhos sorrindo|rosto beijando com um sorriso|sorriso
🥲|13|rosto sorridente com lágrima|aliviada|chorar|contente|emocionado|felicidade|feliz|grata|gratidão|orgulhosa|rir|sorrir
😋|0.6|rosto saboreando comida|apetitoso|comida gostosa|delicioso|gostoso|nham|rosto com sorriso|saboroso|sorriso
😛|1|rosto mostrando a língua|língua para fora|rosto com língua para fora
😜|0.6|rosto piscando e com língua para fora|brincadeira|língua para fora com piscadela|piscadela|piscando e mostrando a língua|provocação
🤪|5|rosto bizarro|cara de maluco|doida|doido|excêntrico|grande|louca|louco|olhar de maluco|olho|pequeno
😝|0.6|rosto com olhos semicerrados e língua para fora|eca|horrível|língua para fora com os olhos fechados|olhos fechados
🤑|1|rosto com cifrões|avarenta|caro|cifrão|dinheiro|ganância|grana|rica|riqueza
🤗|1|rosto abraçando|abraço|carinho|feliz|mãos abraçando|rosto sorrindo
🤭|5|rosto com a mão sobre a boca|hehe|ops|risadinha|risonho|sorriso envergonhado|vergonha
🫢|14|rosto com olhos abertos e mão sobre a boca|assustada|chocada|descrença|em choque|espanto|nossa|omg|passada|quieta|surpresa|temor
🫣|14|rosto com olho espiando|cativada|cativado|envergonhada|envergonhado|esconder|espiadinha|espiar|olhar fixamente|smiley|tímida|tímido|vergonha
🤫|5|rosto fazendo sinal de silêncio|faça silêncio|fica quieta|quieta|quieto
🤔|1|rosto pensativo|curiosa|curioso|dúvida|hmm|ideia|ideias|mão no queixo|pensando|pensativa
🫡|14|rosto saudando|boa sorte|exército|ok|respeito|saudação|senhor|sim|tropa
🤐|1|rosto com boca de zíper|boca fechada|calada|calado|quieta|quieto|segredo
🤨|5|rosto com sobrancelha levantada|ceticismo|confusa|confuso|cética|cético|desconfiada|desconfiado|desconfiança
😐|0.7|rosto neutro|putz|rosto sem emoção|sem comentários|sem emoção|sem reação
😑|1|rosto inexpressivo|aff|inespressiva|inespressivo|nada a dizer|sem comentários|sem expressão|tanto faz
😶|1|rosto sem boca|calada|calado|quieto|sem comentários|sem palavras
🫥|14|rosto com linha pontilhada|deprimida|desaparecer|esconder|escondido|indiferença|introvertido|invisível|meh|tanto faz
😶‍🌫️|13.1|rosto nas nuvens|cabeça nas nuvens|distraído|rosto no nevoeiro
😏|0.6|rosto com sorriso maroto|flerte|sorriso maldoso|sorriso malicioso|suspeito
😒|0.6|rosto aborrecido|aff|blasé|nada engraçado|não achou graça|não está feliz|rosto de que não achou graça|rosto de quem não achou graça
🙄|1|rosto com olhos revirados|olhando para cima|revirando os olhos|rolando os olhos|tanto faz|virando os olhos
😬|1|rosto expressando desagrado|careta|fazendo careta|rosto fazendo careta|sem graça
😮‍💨|13.1|rosto exalando|alívio|assobio|assopro|cansada|cansaço|choque|exalar|exausta|fumaça|suspiro|triste
🤥|3|rosto de mentiroso|mentindo|mentira|nariz crescendo|pinocchio|pinóquio
🫨|15|rosto tremendo|choque|louco|loucura|meu deus|pânico|surpresa|susto|terremoto|vibrar|vibração
🙂‍↔️|15.1|cabeça virando de um lado para o outro|balançar|cabeça balançando na horizontal|negar|não
🙂‍↕️|15.1|cabeça balançando na vertical|confirmação|sim
😌|0.6|rosto aliviado|alívio|em paz|zen
😔|0.6|rosto deprimido|abatido|chateado|desanimado|pensativo|pra baixo
😪|0.6|rosto sonolento|cara de sono|rosto com sono
🤤|3|rosto babando|babar|salivando
😴|1|rosto dormindo|boa noite|cama|cansada|cansado|cochilo|dormir|soneca|sono|zzz
🫩|16|rosto com olheiras|cansada|cansado|cansaço|dorminhoco|exausta|exausto|rosto com bolsas embaixo dos olhos
😷|0.6|rosto com máscara médica|doente|gripado|resfriado
🤒|1|rosto com termômetro|de cama|doente|febre|febril
🤕|1|rosto com atadura na cabeça|acidentado|doente|ferimento|machucado|rosto com curativos
🤢|3|rosto nauseado|doente|enjoado|enjoo|náusea|vômito
🤮|5|rosto vomitando|doente|nojenta|nojento|nojo|vômito
🤧|3|rosto espirrando|de cama|doente|espirro|gripado|resfriado
🥵|11|rosto fervendo de calor|febre|febril|insolação|língua de fora|ofegante|quente|rosto vermelho|suando|suor
🥶|11|rosto gelado|abaixo de zero|azul|congelando|congelei|frio|glacial|gélido
🥴|11|rosto embriagado|alcoolizado|boca ondulada|bêbada|bêbado|embriagada|intoxicado|olhos tortos|tonta|tonto
😵|0.6|rosto atordoado|acabado|doente|morto|tontura
😵‍💫|13.1|rosto com olhos em espiral|caramba|confuso|desnorteado|eita|espirais|hipnotizado|problema|putz|tonto|tontura|uau
🤯|5|cabeça explodindo|chocada|chocado|chocante|choque|incrível|perplexo|surpreendente|surpresa|surpreso
🤠|3|rosto com chapéu de caubói|cara|cara de cauboi|cauboi|cowboy|sertanejo|vaqueiro
🥳|11|rosto festivo|animação|aniversário|apito|chapéu|comemorar|comemoração|feliz aniversário|festa|língua de sogra|parabéns|viva
🥸|13|rosto disfarçado|bigode|disfarce|espião|incógnito|nariz|pessoa|sobrancelha|óculos
😎|1|rosto sorridente com óculos escuros|muito sol|na boa|sol|sorrindo|sorrindo de óculos escuros|sorriso de óculos|to legal
🤓|1|rosto de nerd|cdf|esperto|estudioso|inteligente|inteligência|sabe tudo|sabe-tudo|óculos|óculos de grau
🧐|5|rosto com monóculo|conservador
😕|1|rosto confuso|indeciso|não entendi|não tenho certeza
🫤|14|rosto com boca diagonal|confusão|cético|decepção|desapontado|dúvida|frustração|indiferença|inseguro|meh|tanto faz
😟|1|rosto preocupado|decepcionado
🙁|1|rosto meio triste|tristeza|tristinho
☹️|0.7|rosto descontente|decepcionado|decepção|insatisfeito|rosto de desaprovação|triste
😮|1|rosto com boca aberta|boquiaberto|empatia|pasmo
😯|1|rosto surpreso|espantado|uau
😲|0.6|rosto espantado|chocado|estupefato|totalmente chocado
😳|0.6|rosto ruborizado|atordoado|deslumbrado|horrorizado|impressionado|vergonha
🫪|17|rosto distorcido|ansiedade|chocado|inchado|pânico|surpreso|vulnerável
🥺|11|rosto implorando|olhar de cachorrinho|olhos grandes|perdão|por favor|por que não|pq não|triste
🥹|14|rosto segurando as lágrimas|admiração|alegria|chorar|com raiva|emoção|gratidão|iti malia|orgulho|por favor|resistir|tristeza
😦|1|rosto franzido com boca aberta|assustado|decepcionado|inesperado|rosto assustado|uau
😧|1|rosto angustiado|sofrendo
😨|0.6|rosto amedrontado|ansiedade|assustado|com medo|medo|preocupado
😰|0.6|rosto ansioso com gota de suor|boca aberta|nervoso|rosto azul com suor frio|suando frio|suor frio
😥|0.6|rosto triste, mas aliviado|decepcionado|não|ufa
😢|0.6|rosto chorando|choro|lágrimas|triste
😭|0.6|rosto chorando aos berros|chorando alto|chorar|infeliz|lágrimas|triste
😱|0.6|rosto gritando de medo|assustada|assustado|grito|susto|temeroso
😖|0.6|rosto perplexo|bravo|frustrado|indignado
😣|0.6|rosto perseverante|concentrado|concentração|dor de cabeça|foco|perseverança
😞|0.6|rosto desapontado|decepção|desapontamento|rosto decepcionado|triste
😓|0.6|rosto cabisbaixo com gota de suor|rosto com suor frio|suando frio|suor frio
😩|0.6|rosto desolado|aborrecido|cansado|cansei|decepcionado|exausto|infeliz|perdi
😫|0.6|rosto cansado|desesperado|exausto
🥱|12|rosto bocejando|bocejo|cansada|cansado|com sono|entediada|entediado|sono|zzz
😤|0.6|rosto soltando vapor pelo nariz|brava|bravo|furiosa|furioso|irritada|irritado|soltando fumaça|triunfo|vitória
😡|0.6|rosto furioso|bravo|irado|vermelho|zangado
😠|0.6|rosto zangado|irado
🤬|5|rosto com símbolos na boca|censurado|fala|mal|rude|xingando
😈|1|rosto sorridente com chifres|cara|diabinho|diabo|malícia|roxa|sorriso
👿|0.6|rosto zangado com chifres|bravo|demônio|diabinho|diabo
💀|0.6|caveira|conto|corpo|fadas|morte|rosto
☠️|1|caveira e ossos cruzados|morte|pirata
💩|0.6|cocô|estrume|excremento|fezes|pilha
🤡|3|rosto de palhaço|cara|circo|engraçado|piada
👹|0.6|ogro|assustador|conto de fadas|demoníaco|japonês|malvado|monstro|máscara|oni|rosto
👺|0.6|duende japonês|bravo|conto|fadas|goblin|monstro|máscara|raiva|rosto|tengu|zangado
👻|0.6|fantasma|assombrado|assombração|buu|conto|fadas|halloween|rosto
👽|0.6|alienígena|extraterrestre|ovni|rosto
👾|0.6|monstro alienígena|e.t.|extraterrestre|game|invasores|ovni|pixelado
🤖|1|rosto de robô|monstro|robotizado
😺|0.6|rosto de gato sorrindo|aberta|animal|boca|feliz|sorriso
😸|0.6|rosto de gato sorrindo com olhos sorridentes|riso|sorriso
😹|0.6|rosto de gato com lágrimas de alegria|chorando|choro|engraçado|felicidade|feliz|rir|risos
😻|0.6|rosto de gato sorridente com olhos de coração|adorei|amor|apaixonado|paixão|sorriso
😼|0.6|rosto de gato com sorriso irônico
😽|0.6|rosto de gato mandando um beijo|beijando|fechado|olho
🙀|0.6|rosto de gato desolado|choque|meu deus|oh!|surpresa|surpreso
😿|0.6|rosto de gato chorando|choro|lágrima|triste
😾|0.6|rosto de gato mal-humorado|bico|bravo
🙈|0.6|macaco que não vê nada|envergonhado|não veja o mal|não vi nada|olhos|tapados|vergonha
🙉|0.6|macaco que não ouve nada|não ouça o mal|não ouço|não quero ouvir|ouvidos|tapados
🙊|0.6|macaco que não fala nada|animal|boca tapada|não fale nada|não posso contar|não posso falar|segredo|silencio|ups
💌|0.6|carta de amor|coração|correspondência com coração|romance
💘|0.6|coração com flecha|amor|cupido|emoção|flechado|paixão|romance|s2
💝|0.6|coração com fita|amor|aniversário|dia dos namorados|presente|s2
💖|0.6|coração brilhante|amor|emocionante|emoção|s2
💗|0.6|coração crescendo|amor|animado|batendo|emoção|nervosismo|s2
💓|0.6|coração pulsante|amor|batendo|emoção|s2
💞|0.6|corações girando|adorável|amor|bonitinho|coração|emoção|s2
💕|0.6|dois corações|amor|aniversário|casal|coração|emoção|s2
💟|0.6|coração decorativo|amor|decoração|roxo|s2|selo
❣️|1|exclamação de coração|amor|pontuação|s2|sinal
💔|0.6|coração partido|amorosa|decepção|desilusão|emoção|quebrado|rompimento|s2|sofrendo|sofrimento|triste
❤️‍🔥|13.1|coração em chamas|amor|coração sagrado|fogo|luxúria
❤️‍🩹|13.1|coração remendado|bem|bom|curando|mais saudável|melhorando|recuperação
❤️|0.6|coração vermelho|amor|s2
🩷|15|coração rosa|adorei|adorável|amo você|amor|curtir|emoção|especial|fofo|gostar|gostei|te amo
🧡|5|coração laranja|emoção|s2
💛|0.6|coração amarelo|amor|emoção|love|s2
💚|0.6|coração verde|emoção|s2
💙|0.6|coração azul|emoção|s2
🩵|15|coração azul-claro|adorar|adorei|amo você|amor|emoção|especial|fofo|gostar|gostei|te amo
💜|0.6|coração roxo|coração lilás|emoção|s2
🤎|12|coração marrom|s2
🖤|3|coração preto|negro|s2
🩶|15|coração cinza|adorar|adorei|amo você|amor|emoção|especial|gostar|gostei|te amo
🤍|12|coração branco|s2
💋|0.6|marca de beijo|lábios|romance
💯|0.6|cem pontos|100|certamente|certeza|conte comigo|sem dúvida|top|total
💢|0.6|símbolo de raiva|com raiva|emoção|engraçado
🫯|17|nuvem de briga|debate|desacordo|discussão|luta|tumulto
💥|0.6|colisão|emoção|engraçado|explosão|símbolo de colisão
💫|0.6|zonzo|brilhante|emoção|engraçado|estrelas|olhando para as estrelas
💦|0.6|pingos de suor|borrifo|com suor|emoção|engraçado|splash
💨|0.6|rapidez|correr|corrida|emoção|engraçado|fugir
🕳️|0.7|buraco|buraco no chão
💬|0.6|balão de diálogo|balão de conversa|engraçado
👁️‍🗨️|2|olho no balão de diálogo|testemunha
🗨️|2|balão de diálogo à esquerda|azul|conversa
🗯️|0.7|balão de raiva à direita|briga|conversa|discurso|discussão|diálogo|enérgico|furioso|irado
💭|1|balão de pensamento|engraçado|ideia|inventando|invenção|pensando
💤|0.6|zzz|boa noite|cansada|cansado|com sono|dormindo|dormir|emoção|engraçado|roncando|sono

👋|0.6+|mão acenando|aceno|até mais|está aí?|flw|oi|olá|taí?|tchau
🤚|3+|dorso da mão levantado|levantada|para tudo|pare
🖐️|0.7+|mão aberta com os dedos separados|5|cinco|palma|pare
✋|0.6+|mão levantada|5|cinco|erguida|high five|papel|pare|toca aqui
🖖|1+|saudação vulcana|dedos|jornada nas estrelas|mão|saudação star trek|spock|star trek|startrek
🫱|14+|mão para a direita|apertar|aperto|pegar|segurar
🫲|14+|mão para a esquerda|apertar|pegar|segurar
🫳|14+|mão com a palma para baixo|cair|derrubar|descartar|pegar|segurar|soltar|xô
🫴|14+|mão com a palma para cima|acenar|levantar|oferecer|pegar|segurar|venha
🫷|15+|mão empurrando para a esquerda|bate aqui|bloquear|empurrar|esperar|high five|parar|pausar|recusar|toca aqui
🫸|15+|mão empurrando para a direita|bate aqui|bloquear|empurrar|esperar|high five|parar|pausar|recusar|toca aqui
👌|0.6+|sinal de ok|beliscar|certo|concordo|mão|rude|sinalizando|ótimo
🤌|13+|dedos comprimidos|beliscado|coxinha|gesto de mão|hã|interrogação|italiana|itália|maravilha|mão|o quê|sarcástico
🤏|12+|mão beliscando|beliscar|pequena quantidade|pequeno|pouco|pouquinho
✌️|0.6+|mão em V de vitória|beleza|paz|sim
🤞|3+|dedos cruzados|boa sorte|mão|sorte|torcendo
🫰|14+|mão com dedo indicador e polegar cruzados|<3|amor|army|caro|coração|dinheiro|estalar|k-pop|kpop
🤟|5+|gesto de "te amo"|amor|mão
🤘|1+|saudação do rock|chifres|dedos|metal|mão
🤙|3+|sinal "me liga"|legal|ligar|mão
👈|0.6+|dorso da mão com indicador apontando para a esquerda|costas|dedo
👉|0.6+|dorso da mão com indicador apontando para a direita|apontar|costas|dedo
👆|0.6+|dorso da mão com indicador apontando para cima|costas|dedo|dedo para cima
🖕|1+|dedo do meio|gesto ofensivo|mão
👇|0.6+|dorso da mão com indicador apontando para baixo|abaixo|costas da mão|dedo|dedo apontado para baixo|dedo indicador|dedo para baixo|dorso da mão com dedo indicador apontando para baixo|embaixo
☝️|0.6+|indicador apontando para cima|dedo|dedo apontando para cima|eu|mão
🫵|14+|indicador apontando para o visualizador|apontar|aí|cutucar|dedo|mão|tu|você
👍|0.6+|polegar para cima|beleza|concordo|dedão|joia|mão|ok|sim|sinal|valeu
👎|0.6+|polegar para baixo|dedão|dedão para baixo|desaprovado|desaprovação|mão|não|não gostei|ruim|sinal
✊|0.6+|punho levantado|pedra|punho erguido|solidariedade
👊|0.6+|soco|beleza|fechado|força|mão|punho|tá ligado
🤛|3+|punho esquerdo|fechada|mão|soco
🤜|3+|punho direito|soco
👏|0.6+|mãos aplaudindo|aplauso|bom trabalho|palmas|parabéns|sinal
🙌|0.6+|mãos para cima|ambas as mãos|comemoração|levantando ambas as mãos para comemorar|viva
🫶|14+|mãos de coração|<3|amei|amo você|amor|te amo
👐|0.6+|mãos abertas|sinal|sinal de mãos abertas
🤲|5+|palmas unidas para cima|devoção|juntas|oração
🤝|3+|aperto de mãos|combinado|cumprimento
🙏|0.6+|mãos juntas|gesto|reza|rezando|rezar
✍️|0.7+|escrevendo à mão|caneta
💅|0.6+|esmalte de unha|cosméticos|manicure|mão|unhas
🤳|3+|selfie|camera|celular|câmera|foto|smartphone
💪|0.6+|bíceps|academia|contraído|engraçado|forte|musculação|músculo
🦾|12|braço mecânico|acessibilidade|prótese
🦿|12|perna mecânica|acessibilidade|prótese
🦵|11+|perna|chute|joelho|membro|perna dobrada|pé
🦶|11+|pé|calcanhar|chutar|chute|pisar|pisão|tornozelo
👂|0.6+|orelha|corpo|escutar|ouvido
🦻|12+|ouvido com aparelho auditivo|acessibilidade|deficiência auditiva|surda|surdo
👃|0.6+|nariz|cheirar|cheiro|corpo|odor|rosto
🧠|5|cérebro|inteligente|inteligência
🫀|13|coração humano|anatomia|batimento|batimento cardíaco|cardiologia|centro|coração vermelho|pulsação|pulso|s2|órgão
🫁|13|pulmões|anatomia|espiração|exalação|inalação|pulmão|respiração|órgão
🦷|11|dente|branco|dentista
🦴|11|osso|cachorro|esqueleto
👀|0.6|olhos|olhando|rosto|tô de olho
👁️|0.7|olho|parte do corpo|rosto
👅|0.6|língua|corpo|rosto
👄|0.6|boca|batom|beijo|corpo|lábios|rosto
🫦|14|mordendo o lábio|ansioso|batom|beijo|flertar|lábios|medo|mordida|nervoso|preocupação|sedução|sexy|vontade
👶|0.6+|bebê|bebezinho|grávida|neném|pessoas|recém-nascido
🧒|5+|criança|filho|jovem|neto|pequeno
👦|0.6+|menino|garoto|guri|jovem|loiro|pessoas|piá
👧|0.6+|menina|filha|garota|menininha|neta|pessoas
🧑|5+|pessoa|adulta|adulto
👱|0.6+|pessoa: cabelo louro|loiro|pessoa loira|pessoa loura|rosto
👨|0.6+|homem|adulto|amigo|irmão|marido|namorado
🧔|5+|homem: barba|barbudo|pessoa
🧔‍♂️|13.1+|homem: barbudo|barba|homem: barba
🧔‍♀️|13.1+|mulher: barba
👨‍🦰|11+|homem: cabelo vermelho|adulto|amigo|irmão|marido|namorado
👨‍🦱|11+|homem: cabelo cacheado|adulto|amigo|irmão|marido|namorado
👨‍🦳|11+|homem: cabelo branco|adulto|amigo|irmão|marido|namorado
👨‍🦲|11+|homem: careca|adulto|amigo|irmão|marido|namorado
👩|0.6+|mulher|adulta|garota|guria|loira|menina|mina
👩‍🦰|11+|mulher: cabelo vermelho|adulta|garota|guria|loira|menina|mina
🧑‍🦰|12.1+|pessoa: cabelo vermelho|adulta|adulto
👩‍🦱|11+|mulher: cabelo cacheado|adulta|garota|guria|loira|menina|mina
🧑‍🦱|12.1+|pessoa: cabelo cacheado|adulta|adulto
👩‍🦳|11+|mulher: cabelo branco|adulta|garota|guria|loira|menina|mina
🧑‍🦳|12.1+|pessoa: cabelo branco|adulta|adulto
👩‍🦲|11+|mulher: careca|adulta|garota|guria|loira|menina|mina
🧑‍🦲|12.1+|pessoa: careca|adulta|adulto
👱‍♀️|4+|mulher: cabelo loiro|garota|guria|loira|loura|menina
👱‍♂️|4+|homem: cabelo loiro|louro
🧓|5+|idoso|adulto|avô|sábio|velho|vovó
👴|0.6+|homem idoso|adulto|avô|careca|pessoas|vovô
👵|0.6+|idosa|adulta|mulher|pessoas|velhinha|vovozinha|vovó
🙍|0.6+|franzindo a sobrancelha|brava|bravo|chateada|chateado|franzindo a testa|gesto|pessoa|pessoa franzindo a sobrancelha|triste
🙍‍♂️|4+|homem franzindo a sobrancelha|carrancudo|chateado|desconfiado|gesto|magoado|menino
🙍‍♀️|4+|mulher franzindo a sobrancelha|carrancuda|desconfiada
🙎|0.6+|pessoa fazendo bico|beicinho|beiço|careta|chateada|chateado|emburrada|emburrado|gesto
🙎‍♂️|4+|homem fazendo bico|apontando|cara feia|gesto|homen apontando
🙎‍♀️|4+|mulher fazendo bico|cara feia
🙅|0.6+|pessoa fazendo gesto de “não”|de jeito nenhum|mão|proibido|sem chance
🙅‍♂️|4+|homem fazendo gesto de “não”|menino|mão|proibido|proibir
🙅‍♀️|4+|mulher fazendo gesto de “não”|mão|proibido
🙆|0.6+|pessoa fazendo gesto de “OK”|exercício|gesto para ok|mão|mãos para cima
🙆‍♂️|4+|homem fazendo gesto de “OK”|cabeça|exercício|menino|mão|nossa
🙆‍♀️|4+|mulher fazendo gesto de “OK”|mão
💁|0.6+|pessoa com a palma virada para cima|ajuda|diva|divo|fala sério|fofoca|informações|jogada de cabelo|mão|pessoa com a mão virada para cima|sarcasmo
💁‍♂️|4+|homem com a palma virada para cima|ajuda|fofoca|garoto|gorjeta|guri|menino|sarcasmo|sarcástico
💁‍♀️|4+|mulher com a palma virada para cima
🙋|0.6+|pessoa levantando a mão|dúvida|eu|eu sei|feliz|gesto|levantar a mão
🙋‍♂️|4+|homem levantando a mão|eu|eu sei|gesto|menino|pedir a palavra|pergunta|voluntário
🙋‍♀️|4+|mulher levantando a mão|gesto|pedir a palavra
🧏|12+|pessoa surda|acessibilidade|audição|orelha|surdo|surdos
🧏‍♂️|12+|homem surdo
🧏‍♀️|12+|mulher surda
🙇|0.6+|pessoa fazendo reverência|arrependimento|desculpa|desculpe|gesto|meditação|perdão|reverência respeitosa
🙇‍♂️|4+|homem fazendo reverência|desculpas|gesto|homem pedindo desculpas|respeito
🙇‍♀️|4+|mulher fazendo reverência|desculpas|desculpe|gesto|meditar|meditação|mulher pedindo desculpas|respeito
🤦|3+|pessoa decepcionada|como assim|decepcionado|decepção|desapontamento|descrença|inacreditável|meu deus|não acredito|não é possível|pessoa dececionada
🤦‍♂️|4+|homem decepcionado|como assim|decepção|desapontamento|inacreditável|meu deus|não acredito|não é possível
🤦‍♀️|4+|mulher decepcionada|como assim|decepção|desapontamento|inacreditável|meu deus|não acredito|não é possível
🤷|3+|pessoa dando de ombros|dar de ombros|dúvida|ignorância|indiferença|não sei|quem sabe|sei lá|tanto faz
🤷‍♂️|4+|homem dando de ombros|dar de ombros|dúvida|indiferença|menino|não sei|quem sabe|sei lá|tanto faz
🤷‍♀️|4+|mulher dando de ombros|dar de ombros|dúvida|garota|indiferença|menina|não sei|quem sabe|sei lá|tanto faz
🧑‍⚕️|12.1+|profissional de saúde|cuidados de saúde|enfermeira|médico|terapeuta
👨‍⚕️|4+|homem profissional da saúde|doutor|enfermeiro|médico|terapeuta
👩‍⚕️|4+|mulher profissional da saúde|doutora|enfermeira|garota|guria|menina|médica|terapeuta
🧑‍🎓|12.1+|aluno|estudante|graduando
👨‍🎓|4+|estudante|aluno|colando grau|formando|graduação|homem
👩‍🎓|4+|aluna|estudante|formanda|mulher
🧑‍🏫|12.1+|professora na escola|instrutora
👨‍🏫|4+|professor|educador|homem|instrutor|mestre
👩‍🏫|4+|professora|instrutora|mestra|mulher
🧑‍⚖️|12.1+|juiz no tribunal|balança
👨‍⚖️|4+|juiz|balança|homem|justiça|juíz
👩‍⚖️|4+|juíza|balança|justiça|mulher
🧑‍🌾|12.1+|agricultor|jardineiro|rancheiro
👨‍🌾|4+|fazendeiro|agricultor|homem|jardineiro
👩‍🌾|4+|fazendeira|agricultora|jardineira|mulher
🧑‍🍳|12.1+|chef de cozinha|cozinheiro
👨‍🍳|4+|cozinheiro|chef|homem|restaurante
👩‍🍳|4+|cozinheira|chef|mulher
🧑‍🔧|12.1+|mecânico trabalhando|eletricista|encanador|prestador de serviço
👨‍🔧|4+|mecânico|eletricista|encanador|homem|prestador de serviços
👩‍🔧|4+|mecânica|eletricista|encanadora|mulher|prestadora de serviços
🧑‍🏭|12.1+|funcionário de fábrica|industrial|montagem|trabalhador
👨‍🏭|4+|operário|fábrica|homem|indústria|metalúrgico|trabalhador
👩‍🏭|4+|operária|fábrica|indústria|mulher|trabalhadora
🧑‍💼|12.1+|trabalhador de escritório|arquiteto|colarinho branco|gerente|negócios
👨‍💼|4+|funcionário de escritório|arquiteto|colarinho branco|empresário|gerente|homem
👩‍💼|4+|funcionária de escritório|arquiteta|branco|colarinho|empresária|gerente|mulher
🧑‍🔬|12.1+|cientista|biólogo|engenheiro|físico|químico
👨‍🔬|4+|cientista homem|biólogo|físico|professor|químico
👩‍🔬|4+|cientista mulher|bióloga|física|professora|química
🧑‍💻|12.1+|programador|desenvolvedor|inventor|software|tecnólogo
👨‍💻|4+|tecnólogo|codificador|computador|criador|desenvolvedor|homem|inventor|programador|software
👩‍💻|4+|tecnóloga|codificadora|computador|criadora|desenvolvedora|inventora|mulher|programadora|software
🧑‍🎤|12.1+|cantor|ator|entretenimento|estrela|rock
👨‍🎤|4+|cantor homem|artista|ator|pop|rock
👩‍🎤|4+|cantora|artista|atriz|mulher|pop|rock
🧑‍🎨|12.1+|artista|paleta
👨‍🎨|4+|artista plástico|homem|pintor|pintura|quadros
👩‍🎨|4+|artista plástica|mulher|pintura
🧑‍✈️|12.1+|piloto|avião
👨‍✈️|4+|piloto de avião homem
👩‍✈️|4+|piloto de avião mulher|garota|guria|voando
🧑‍🚀|12.1+|astronauta|foguete
👨‍🚀|4+|astronauta homem|espaço|foguete
👩‍🚀|4+|astronauta mulher|espaço|foguete
🧑‍🚒|12.1+|bombeiro|caminhão de bombeiros
👨‍🚒|4+|bombeiro homem|caminhão|corpo de bombeiros|fogo|incêndio
👩‍🚒|4+|bombeira|caminhão|corpo de bombeiros|fogo|incêndio|mulher
👮|0.6+|policial|autoridade|multar|pessoa|polícia|prender
👮‍♂️|4+|policial homem|polícia|tira
👮‍♀️|4+|policial mulher|autoridade|multar|polícia|prender|tira
🕵️|0.7+|detetive|espião|investigador|rosto|rosto com lupa
🕵️‍♂️|4+|detetive homem|espião|investigador
🕵️‍♀️|4+|detetive mulher|espionar|espiã|investigadora|investigar
💂|0.6+|guarda|londres|palácio|pessoas|segurança
💂‍♂️|4+|guarda homem|segurança
💂‍♀️|4+|guarda mulher|buckingham|londres|palacio|realeza|segurança
🥷|13+|ninja|assassino|furtividade|guerra|habilidades|luta|lutador|oculto|pessoa|soldado
👷|0.6+|trabalhador de construção civil|capacete|chapéu|construir|pessoa
👷‍♂️|4+|pedreiro|construção|homem|operário
👷‍♀️|4+|pedreira|capacete|construção|contrução|mulher|operária|operário|pedreiro
🫅|14+|pessoa com coroa|monarca|nobre|princesa|príncipe|rainha|real|realeza|rei|reino
🤴|3+|príncipe|realeza|rei
👸|0.6+|princesa|conto|coroa|fadas|fantasia|loira|menina|mulher|pessoas|rainha
👳|0.6+|pessoa com turbante
👳‍♂️|4+|homem com turbante
👳‍♀️|4+|mulher com turbante
👲|0.6+|homem de boné|chapéu chinês|gua pi mao|guapimao|homem com gua pi mao|pessoas
🧕|5+|mulher com véu|cabeça|hijab|lenço
🤵|3+|pessoa de smoking|festa|gala|homem|homem de smoking|noivo
🤵‍♂️|13+|homem de smoking
🤵‍♀️|13+|mulher de smoking
👰|0.6+|pessoa com véu|casamento|noiva|noiva com véu|pessoas|véu de noiva
👰‍♂️|13+|noivo com véu
👰‍♀️|13+|noiva com véu
🤰|3+|grávida|estou grávida|gravidez|mulher
🫃|14+|homem grávido|barriga|cheia|cheio|comi demais|excesso de peso|gravidez|inchado|pessoa
🫄|14+|pessoa grávida|barriga|cheia|cheio|comi demais|excesso|excesso de peso|gravidez|inchada
🤱|5+|amamentando|amamentação|bebê|leite|materno|mãe|neném
👩‍🍼|13+|mulher alimentando bebê|amamentando|amamentação|amor|mamãe|mãe|nascido|neném|pessoa|recém|recém-nascido
👨‍🍼|13+|homem alimentando bebê|amamentando|amamentação|amor|neném|pai|papai|pessoa|recém nascido|recém-nascido
🧑‍🍼|13+|pessoa alimentando bebê|amamentar|amamentação|homem|mulher|mãe|neném|pai|recém-nascido
👼|0.6+|bebê anjo|conto|fadas|rosto
🎅|0.6+|Papai Noel|comemoração|festas|natal
🤶|3+|Mamãe Noel|comemoração|natal|vovó
🧑‍🎄|13+|noel|chapéu|feliz|festas|gorro|mamãe|natal|pessoa
🦸|11+|super-herói|bem|boa|bom|heroína|super-homem|superman|superpoder
🦸‍♂️|11+|homem super-herói|bom|superpoder
🦸‍♀️|11+|super-heroína|boa|herói|mulher|superpoder
🦹|11+|supervilão|bandido|criminoso|mal|malvado|mau|superpoder
🦹‍♂️|11+|homem supervilão|criminoso|mal|superpoder
🦹‍♀️|11+|supervilã|criminosa|mulher|má|superpoder
🧙|5+|mago|bruxa|fantasia|feiticeira|feiticeiro|feitiço|maga|magia|rpg
🧙‍♂️|5+|homem mago|feiticeiro
🧙‍♀️|5+|maga|bruxa|feiticeira
🧚|5+|fada|asas|conto|encantado|fantasia|ser
🧚‍♂️|5+|homem fada
🧚‍♀️|5+|mulher fada
🧛|5+|vampiro|assustador|bruxas|dia|drácula|fantasia|halloween|monstro|sangue|terror
🧛‍♂️|5+|homem vampiro|drácula
🧛‍♀️|5+|mulher vampira
🧜|5+|pessoa sereia|canto|cauda|contos|criatura|fada|fundo|mar|oceano|ser encantado|sirene|tridente
🧜‍♂️|5+|sereio|tritão
🧜‍♀️|5+|sereia
🧝|5+|elfo|duende|fantasia|légolas|magia|mágico|místico|rpg|ser encantado
🧝‍♂️|5+|elfo homem|duende homem
🧝‍♀️|5+|elfa|duende mulher
🧞|5|gênio|desejos|fantasia|lâmpada|mágica|místico
🧞‍♂️|5|homem gênio
🧞‍♀️|5|mulher gênio
🧟|5|zumbi|apocalipse|assustador|bruxas|dia|halloween|morto-vivo|terror
🧟‍♂️|5|homem zumbi|cazumbi
🧟‍♀️|5|mulher zumbi|cazumbi
🧌|14|troll|conto|fadas|fantasia|gigante|monstro|ogro
🫈|17|criatura peluda|críptido|eua|floresta|gigante|peludo|pé grande|pé‑grande|sasquatch|yeti
💆|0.6+|pessoa recebendo massagem facial|dor de cabeça|pele|relaxar|rosto|spa|tensão
💆‍♂️|4+|homem recebendo massagem facial|acalmar|dor de cabeça|menino|relaxamento|relaxar|rosto|salão|tenso|tensão
💆‍♀️|4+|mulher recebendo massagem facial|relaxamento
💇|0.6+|pessoa cortando o cabelo|beleza|corte de cabelo|salão|salão de beleza
💇‍♂️|4+|homem cortando o cabelo|barbeiro|beleza|corte|menino|salão
💇‍♀️|4+|mulher cortando o cabelo|corte de cabelo|salão de beleza
🚶|0.6+|pessoa andando|andar|caminhada|caminhar|passo|pedestre|perambulando
🚶‍♂️|4+|homem andando|andar|caminhar|homem caminhando
🚶‍♀️|4+|mulher andando|andar|caminhada|caminhando|caminhar|passeio|pedestre|perambulando
🚶‍➡️|15.1+|pessoa andando: de frente para a direita|andar|caminhada|caminhar|passo|pedestre|perambulando
🚶‍♀️‍➡️|15.1+|mulher andando: de frente para a direita|andar|caminhada|caminhando|caminhar|passeio|pedestre|perambulando
🚶‍♂️‍➡️|15.1+|homem andando: de frente para a direita|andar|caminhar|homem caminhando
🧍|12+|pessoa em pé|de pé
🧍‍♂️|12+|homem em pé
🧍‍♀️|12+|mulher em pé
🧎|12+|pessoa ajoelhando|ajoelhado|ajoelhar|joelhos|pedir|por favor
🧎‍♂️|12+|homem ajoelhando|ajoelhado
🧎‍♀️|12+|mulher ajoelhando|ajoelhada
🧎‍➡️|15.1+|pessoa ajoelhando: de frente para a direita|ajoelhado|ajoelhar|joelhos|pedir|por favor
🧎‍♀️‍➡️|15.1+|mulher ajoelhando: de frente para a direita|ajoelhada
🧎‍♂️‍➡️|15.1+|homem ajoelhando: de frente para a direita|ajoelhado
🧑‍🦯|12.1+|pessoa com bengala para cego|acessibilidade
🧑‍🦯‍➡️|15.1+|pessoa com bengala para cego: de frente para a direita|acessibilidade
👨‍🦯|12+|homem com bengala para cego|accessibilidade
👨‍🦯‍➡️|15.1+|homem com bengala para cego: de frente para a direita|accessibilidade
👩‍🦯|12+|mulher com bengala para cego|accessibilidade|cega|deficiência visual
👩‍🦯‍➡️|15.1+|mulher com bengala para cego: de frente para a direita|accessibilidade|cega|deficiência visual
🧑‍🦼|12.1+|pessoa em cadeira de rodas motorizada|acessibilidade
🧑‍🦼‍➡️|15.1+|pessoa em cadeira de rodas motorizada: de frente para a direita|acessibilidade
👨‍🦼|12+|homem em cadeira de rodas motorizada|acessibilidade
👨‍🦼‍➡️|15.1+|homem em cadeira de rodas motorizada: de frente para a direita|acessibilidade
👩‍🦼|12+|mulher em cadeira de rodas motorizada|acessibilidade
👩‍🦼‍➡️|15.1+|mulher em cadeira de rodas motorizada: de frente para a direita|acessibilidade
🧑‍🦽|12.1+|pessoa em cadeira de rodas manual|acessibilidade
🧑‍🦽‍➡️|15.1+|pessoa em cadeira de rodas manual: de frente para a direita|acessibilidade
👨‍🦽|12+|homem em cadeira de rodas manual|acessibilidade
👨‍🦽‍➡️|15.1+|homem em cadeira de rodas manual: de frente para a direita|acessibilidade
👩‍🦽|12+|mulher em cadeira de rodas manual|acessibilidade
👩‍🦽‍➡️|15.1+|mulher em cadeira de rodas manual: de frente para a direita|acessibilidade
🏃|0.6+|pessoa correndo|correr|corrida|esporte|maratona|maratonista|pressa
🏃‍♂️|4+|homem correndo|corrida|esporte|maratona
🏃‍♀️|4+|mulher correndo|corredora|corrida|esporte|garota|guria|maratona|menina|pressa|rápida|rápido
🏃‍➡️|15.1+|pessoa correndo: de frente para a direita|correr|corrida|esporte|maratona|maratonista|pressa
🏃‍♀️‍➡️|15.1+|mulher correndo: de frente para a direita|corredora|corrida|esporte|garota|guria|maratona|menina|pressa|rápida|rápido
🏃‍♂️‍➡️|15.1+|homem correndo: de frente para a direita|corrida|esporte|maratona
🧑‍🩰|17+|bailarina|bailarino|ballet|balé|dançarina|dançarino
💃|0.6+|mulher dançando|bailarina|flamenco|pessoas|salsa|tango|vamos dançar
🕺|3+|homem dançando
🕴️|0.7+|homem de terno levitando
👯|0.6+|pessoas com orelhas de coelho|amigas|dançar|dançarinas|festa|gêmeas|melhores
👯‍♂️|4+|homens com orelhas de coelho|dançarino|festa|homem|meninos
👯‍♀️|4+|mulheres com orelhas de coelho|dançarinas|festa|orelha de coelho
🧖|5+|pessoa na sauna|banho|homem|mulher|relaxar|spa
🧖‍♂️|5+|homem na sauna
🧖‍♀️|5+|mulher na sauna
🧗|5+|pessoa escalando|alpinista|escalada|escalar|esporte|montanha
🧗‍♂️|5+|homem escalando|escalar
🧗‍♀️|5+|mulher escalando|escalar
🤺|3|esgrimista|esgrima|espada|esporte|pessoa
🏇|1+|corrida de cavalos|esporte|jockey|jóquei
⛷️|0.7|esquiador|esporte|frio|neve
🏂|0.6+|praticante de snowboard|esporte|inverno|neve|ski
🏌️|0.7+|golfista|bola|esporte|golfe|jogando
🏌️‍♂️|4+|homem golfista|golfe|homem jogando golfe
🏌️‍♀️|4+|mulher golfista|bola|esporte|garota|golfe|menina
🏄|0.6+|surfista|esporte|onda|ondas|pessoa|praia|prancha
🏄‍♂️|4+|homem surfista|surfando
🏄‍♀️|4+|mulher surfista|esporte|garota|guria|mar|menina|onda|praia|surfando|surfe
🚣|1+|pessoa remando|barco|bote|canoa|mar|oceano|remo|rio
🚣‍♂️|4+|homem remando|esporte|remador|remo
🚣‍♀️|4+|mulher remando|barco|caiaque|canoa|esporte|garota|menina|pescaria|remadora|remo|rio
🏊|0.6+|pessoa nadando|esporte|nadar|natação|olimpíada|triatlo
🏊‍♂️|4+|homem nadando|nadar|natação
🏊‍♀️|4+|mulher nadando|esporte|homem|nadadora|nado|natação|olimpíada|triatlo
⛹️|0.7+|pessoa jogando basquete|arremesso|atleta|bater bola|bola|cesta|esporte|jogador|lance livre
⛹️‍♂️|4+|homem jogando basquete|bola|esporte
⛹️‍♀️|4+|mulher jogando basquete|basketball|bola|esporte|garota|jogadora|jogo|menina
🏋️|0.7+|pessoa levantando peso|bodybuilder|esporte|fisiculturista|força|levantar
🏋️‍♂️|4+|homem levantando peso|esporte|força
🏋️‍♀️|4+|mulher levantando peso|esporte|força|garota|guria|levantadora de peso|levantar|malhar|menina
🚴|1+|ciclista|bicicleta|bike|ciclismo|esporte|pedalar
🚴‍♂️|4+|homem ciclista|bicicleta|esporte|passeio
🚴‍♀️|4+|mulher ciclista|bicicleta|bike|ciclismo|esporte|garota|guria|menina|passeio|pedalando|pedalar
🚵|1+|pessoa fazendo mountain bike|bicicleta|ciclismo|ciclista|esporte|montanha|pedalando|trilha
🚵‍♂️|4+|homem fazendo mountain bike|bicicleta|ciclista
🚵‍♀️|4+|mulher fazendo mountain bike|bicicleta|ciclista|esporte|garota|guria|menina|montanha|pedalar
🤸|3+|pessoa fazendo estrela|animada|animado|esporte|estrelinha|feliz|ginasta|ginástica
🤸‍♂️|4+|homem fazendo estrela|animado|esporte|estrelinha|feliz|ginástica|menino|virar
🤸‍♀️|4+|mulher fazendo estrela|animada|esporte|feliz|ginasta|ginástica|menina|virar
🤼|3+|pessoas lutando|combate|esporte|greco-romana|livre|lutador|torneio
🤼‍♂️|4+|homens lutando|combate|esporte|greco-romana|homem|livre|lutador|torneio
🤼‍♀️|4+|mulheres lutando|combate|esporte|greco-romana|livre|lutadora|torneio
🤽|3+|pessoa jogando polo aquático|competição|esporte|piscina
🤽‍♂️|4+|homem jogando polo aquático|esporte|jogador|piscina
🤽‍♀️|4+|mulher jogando polo aquático|esporte|jogadora|menina|piscina
🤾|3+|handebol|atleta|bola|esporte|gol|handball|jogador|passe|pessoa
🤾‍♂️|4+|jogador de handebol|bola|esporte|handball|homem|jogando|menino|quadra
🤾‍♀️|4+|jogadora de handebol|bola|esporte|gol|handball|jogando|menina|mulher|passe|quadra
🤹|3+|malabarista|equilíbrio|habilidade|malabares|malabarismo|multitarefa
🤹‍♂️|4+|homem malabarista|equilíbrio|habilidade|malabares|malabarismo|multitarefa
🤹‍♀️|4+|mulher malabarista|equilíbrio|habilidade|malabarismo|multitarefa
🧘|5+|pessoa na posição de lótus|cruzadas|ioga|meditação|pernas|postura|relaxar|serenidade|yoga|zen
🧘‍♂️|5+|homem na posição de lótus|ioga|meditação|yoga
🧘‍♀️|5+|mulher na posição de lótus|ioga|meditação|yoga
🛀|0.6+|pessoa tomando banho|banheira|espuma|água
🛌|1+|pessoa deitada na cama|boa|cochilo|dormindo|dormir|hotel|noite|soneca|sono
🧑‍🤝‍🧑|12+|pessoas de mãos dadas|amigos|casal|gêmeos|parceiros|parceria
👭|1+|duas mulheres de mãos dadas|amigas|casal|gêmeas|parceiras|parceria|pessoa
👫|0.6+|homem e mulher de mãos dadas|amigos|casal|pessoas
👬|1+|dois homens de mãos dadas|amigos|casal|gêmeos|homem|irmãos|namorados|pessoas
💏|0.6+|beijo|amor|beijar|casal|coração|pessoas|romance
👩‍❤️‍💋‍👨|2+|beijo: mulher e homem|amor|beijar|casal|coração|pessoas|romance
👨‍❤️‍💋‍👨|2+|beijo: homem e homem|amor|beijar|casal|coração|pessoas|romance
👩‍❤️‍💋‍👩|2+|beijo: mulher e mulher|amor|beijar|casal|coração|pessoas|romance
💑|0.6+|casal apaixonado|casal com um coração|coração|pessoas|romance
👩‍❤️‍👨|2+|casal apaixonado: mulher e homem|casal com um coração|coração|pessoas|romance
👨‍❤️‍👨|2+|casal apaixonado: homem e homem|casal com um coração|coração|pessoas|romance
👩‍❤️‍👩|2+|casal apaixonado: mulher e mulher|casal com um coração|coração|pessoas|romance
👨‍👩‍👦|2|família: homem, mulher e menino|filho|mãe|pai|pessoas|um filho
👨‍👩‍👧|2|família: homem, mulher e menina|filho|mãe|pai|pessoas|um filho
👨‍👩‍👧‍👦|2|família: homem, mulher, menina e menino|filho|mãe|pai|pessoas|um filho
👨‍👩‍👦‍👦|2|família: homem, mulher, menino e menino|filho|mãe|pai|pessoas|um filho
👨‍👩‍👧‍👧|2|família: homem, mulher, menina e menina|filho|mãe|pai|pessoas|um filho
👨‍👨‍👦|2|família: homem, homem e menino|filho|mãe|pai|pessoas|um filho
👨‍👨‍👧|2|família: homem, homem e menina|filho|mãe|pai|pessoas|um filho
👨‍👨‍👧‍👦|2|família: homem, homem, menina e menino|filho|mãe|pai|pessoas|um filho
👨‍👨‍👦‍👦|2|família: homem, homem, menino e menino|filho|mãe|pai|pessoas|um filho
👨‍👨‍👧‍👧|2|família: homem, homem, menina e menina|filho|mãe|pai|pessoas|um filho
👩‍👩‍👦|2|família: mulher, mulher e menino|filho|mãe|pai|pessoas|um filho
👩‍👩‍👧|2|família: mulher, mulher e menina|filho|mãe|pai|pessoas|um filho
👩‍👩‍👧‍👦|2|família: mulher, mulher, menina e menino|filho|mãe|pai|pessoas|um filho
👩‍👩‍👦‍👦|2|família: mulher, mulher, menino e menino|filho|mãe|pai|pessoas|um filho
👩‍👩‍👧‍👧|2|família: mulher, mulher, menina e menina|filho|mãe|pai|pessoas|um filho
👨‍👦|4|família: homem e menino|filho|mãe|pai|pessoas|um filho
👨‍👦‍👦|4|família: homem, menino e menino|filho|mãe|pai|pessoas|um filho
👨‍👧|4|família: homem e menina|filho|mãe|pai|pessoas|um filho
👨‍👧‍👦|4|família: homem, menina e menino|filho|mãe|pai|pessoas|um filho
👨‍👧‍👧|4|família: homem, menina e menina|filho|mãe|pai|pessoas|um filho
👩‍👦|4|família: mulher e menino|filho|mãe|pai|pessoas|um filho
👩‍👦‍👦|4|família: mulher, menino e menino|filho|mãe|pai|pessoas|um filho
👩‍👧|4|família: mulher e menina|filho|mãe|pai|pessoas|um filho
👩‍👧‍👦|4|família: mulher, menina e menino|filho|mãe|pai|pessoas|um filho
👩‍👧‍👧|4|família: mulher, menina e menina|filho|mãe|pai|pessoas|um filho
🗣️|0.7|silhueta falando|berro|cabeça|grito|voz
👤|0.6|silhueta de busto|mistério|pessoas|sombra
👥|1|silhueta de bustos|amigos|dupla|pessoas
🫂|13|pessoas se abraçando|abraço|adeus|amizade|amor|carinho|conforto|obrigado|olá
👪|0.6|família|filho|mãe|pai|pessoas|um filho
🧑‍🧑‍🧒|15.1|família: adulto, adulto, criança
🧑‍🧑‍🧒‍🧒|15.1|família: adulto, adulto, criança, criança|adultos|crianças|filha|filho
🧑‍🧒|15.1|família: adulto, criança
🧑‍🧒‍🧒|15.1|família: adulto, criança, criança|crianças
👣|0.6|pegadas|corpo|gravura|pé|pés descalços|rastro
🫆|16|impressão digital|identidade|investigação forense|segurança

🐵|0.6|rosto de macaco|animal
🐒|0.6|macaco|animal
🦍|3|gorila|animal|macaco
🦧|12|orangotango|macaco|primata
🐶|0.6|rosto de cachorro|animal
🐕|0.7|cachorro|animal|cão
🦮|12|cão-guia|acessibilidade|cachorro|cadela|cega|cego|cegueira|deficiência visual|labrador
🐕‍🦺|12|cão de serviço|accessibilidade|assistência|cachorro|cadela|cão-guia|pastor alemão
🐩|0.6|poodle|animal|cachorro
🐺|0.6|rosto de lobo|animal
🦊|3|rosto de raposa|animal|bicho
🦝|11|guaxinim|animal|astuto|curioso|travesso
🐱|0.6|rosto de gato|animal|felino|gatinho
🐈|0.7|gato|animal|felino
🐈‍⬛|13|gato preto|animal|azar|dia das bruxas|felino|gata|halloween|miado|miau
🦁|1|rosto de leão|animal|zodíaco
🐯|0.6|rosto de tigre|animal
🐅|1|tigre|animal
🐆|1|leopardo|animal|onça
🐴|0.6|rosto de cavalo|animal|equino
🫎|15|alce|animal|cervo|chifres|galhada|mamífero|rena
🫏|15|burro|animais|animal|asno|jegue|mamífero|mula|relinchar|relincho|teimosa|teimoso
🐎|0.6|cavalo|animal|corrida|equestre
🦄|1|rosto de unicórnio|animal
🦓|5|zebra|animal|listra|listras
🦌|3|cervo|animal|veado
🦬|13|bisão|animal|bisonte|búfalo|rebanho
🐮|0.6|rosto de vaca|animal|fazenda|leite|muuu|vaquinha
🐂|1|boi|animal|touro|zodíaco
🐃|1|búfalo-asiático|animal|água
🐄|1|vaca|animal|fazenda
🐷|0.6|rosto de porco|animal
🐖|1|porco|animal
🐗|0.6|javali|animal
🐽|0.6|nariz de porco|animal|rosto
🐏|1|carneiro|animal|chifre|zodíaco|áries
🐑|0.6|ovelha|animal|fazenda|lã
🐐|1|cabra|animal|bode|capricórnio|zodíaco
🐪|1|camelo|animal|camelo de uma só corcova|corcova|deserto|dromedário
🐫|0.6|camelo com duas corcovas|animal|camelo asiático com duas corcovas|deserto
🦙|11|lhama|alpaca|animal|guanaco|lã|vicunha
🦒|5|girafa|animal
🐘|0.6|elefante|animal
🦣|13|mamute|animal|extinto|grande|lanoso|presa|pré-histórico
🦏|3|rinoceronte|animal
🦛|11|hipopótamo|animal
🐭|0.6|rosto de camundongo|animal|ratinho|rato
🐁|1|camundongo|animal|ratinho
🐀|1|rato|animal|ratazana
🐹|0.6|rosto de hamster|animal
🐰|0.6|rosto de coelho|animal
🐇|1|coelho|animal|coelhinho|coelhinho da páscoa
🐿️|0.7|esquilo|animal
🦫|13|castor|animal|dentuço|represa
🦔|5|porco-espinho|animal|espinhoso|ouriço
🦇|3|morcego|animal|vampiro
🐻|0.6|rosto de urso|animal
🐻‍❄️|13|urso polar|branco|ártico
🐨|0.6|coala|animal
🐼|0.6|rosto de panda|animal
🦥|12|preguiça|bicho-preguiça|devagar|lenta|lentidão|preguiçosa|preguiçoso
🦦|12|lontra|brincalhona|pesca
🦨|12|gambá|fedida|fedido|fedor
🦘|11|canguru|animal|austrália|filhote|joey|marsupial|pula|pulo|salto
🦡|11|texugo|animal|incomodar|ratel|texugo de mel
🐾|0.6|patas|animal|patinhas de cachorro|pegada|pegada de pata
🦃|1|peru|animal|ave|peru de natal
🐔|0.6|galinha|animal|ave
🐓|1|galo|animal|ave
🐣|0.6|pintinho chocando|animal|ave|bebê|filhote|galinha|pinto
🐤|0.6|pintinho de perfil|animal|ave|bebê|filhote|galinha|pinto|rosto de pintinho
🐥|0.6|pintinho de frente|animal|ave|bebê|fihote|galinha|pintinho olhando para frente|pinto
🐦|0.6|pássaro|animal
🐧|0.6|pinguim|animal|antartica|frio
🕊️|0.7|pomba branca|animal|ave branca|paz|pássaro
🦅|3|águia|pássaro
🦆|3|pato|animal|pássaro
🦢|11|cisne|animal|ave|patinho feio|pássaro
🦉|3|coruja|pássaro|sabedoria
🦤|13|dodô|animal|ave|extinto|grande|maurício|pássaro
🪶|13|pena|leve|plumagem|pássaro|voo
🦩|12|flamingo|ave|extravagante|tropical
🦚|11|pavão|animal|ave|colorido|orgulhoso|pavoa|pomposo
🦜|11|papagaio|animal|ave|fala|pirata|pássaro|repete
🪽|15|asa|angelical|anjo|ascender|aviação|celestial|mitologia|pássaro|voando|voar|voar alto
🐦‍⬛|15|pássaro preto|animal|ave|bico|corvo|gralha|passarinho
🪿|15|ganso|animal|ave|bobo|gansos|grasno|marreco|pato|pássaro
🐦‍🔥|15.1|fênix|fantasia|imortal|pássaro de fogo|reemergir|reencarnar|reencarnação|reincarnação|renascer|renascimento|reviver|transformação
🐸|0.6|sapo|animal|rosto|rosto de sapo
🐊|1|crocodilo|animal|jacaré
🐢|0.6|tartaruga|animal
🦎|3|lagartixa|animal|lagarto|réptil
🐍|0.6|cobra|animal|réptil|serpente
🐲|0.6|rosto de dragão|animal
🐉|1|dragão|animal|game of thrones
🦕|5|saurópode|braquiosaurus|braquiossauro|brontossauro|brontossuro|dinossauro|diplodocus|diplódoco
🦖|5|tiranossauro rex|dinossauro|t-rex
🐳|0.6|baleia esguichando água|animal|esguicho
🐋|1|baleia|animal|mar|oceano
🐬|0.6|golfinho|animal|oceano
🫍|17|orca|baleia|marinho|oceano
🦭|13|foca|animal|animal marinho|leão marinho|leão-marinho|oceano
🐟|0.6|peixe|animal|peixes|pesca|pescar|signo de peixes|zodíaco
🐠|0.6|peixe tropical|animal
🐡|0.6|baiacu|animal|peixe
🦈|3|tubarão|peixe
🐙|0.6|polvo|animal|oceano|octopus
🐚|0.6|caramujo|animal|concha|concha do mar|concha em espiral
🪸|14|coral|mar|mudança climática|oceano|recife
🪼|15|água-viva|ai|animal|aquário|ferrão|invertebrado|mar|marinha|medusa|oceano|queimadura|tentáculos
🦀|1|caranguejo|animal|animal marinho|câncer|signo de câncer|zodíaco
🦞|11|lagosta|animal|bisque|caldo|fruto do mar|garras
🦐|3|camarão|animal|comida|crustáceo
🦑|3|lula|animal|comida|molusco
🦪|12|ostra|frutos do mar|mar|mergulho|pérola
🐌|0.6|caracol|animal|escargot
🦋|3|borboleta|beleza|inseto
🐛|0.6|inseto|animal|centopeia|lagarta
🐜|0.6|formiga|animal|inseto
🐝|0.6|abelha|animal|inseto|natureza
🪲|13|besouro|animal|bicho|inseto
🐞|0.6|joaninha|animal|besouro|inseto|tipo de besouro
🦗|5|grilo|gafanhoto|inseto
🪳|13|barata|animal|baratas|inseto|nojento|nojo|praga
🕷️|0.7|aranha|animal|dias das bruxas|halloween|inseto
🕸️|0.7|teia de aranha|halloween|inseto
🦂|1|escorpião|animal|deserto|inseto|zodíaco
🦟|11|mosquito|aedes|aegypti|amarela|animal|chicungunha|dengue|doença|febre|inseto|malária|pernilongo|vírus|zica
🪰|13|mosca|animal|apodrecendo|doença|inseto|larva|mosca-varejeira|praga|varejeira
🪱|13|minhoca|anelídeo|animal|parasita|verme
🦠|11|micróbio|ameba|bactéria|ciência|vírus
💐|0.6|buquê|aniversário|flor|planta|romance
🌸|0.6|flor de cerejeira|cereja|planta|primavera
💮|0.6|flor branca|carimbo|carimbo de flor|carimbo de parabéns
🪷|14|lótus|beleza|budismo|calma|flor|flor de lótus|hinduísmo|paz|pureza|serenidade|vietnã|índia
🏵️|0.7|roseta|flor|flor amarela|planta|primavera
🌹|0.6|rosa|flor
🥀|3|flor murcha|morrendo|murchando
🌺|0.6|hibisco|flor|planta|primavera
🌻|0.6|girassol|flor|planta
🌼|0.6|flor|florescer|planta
🌷|0.6|tulipa|flor
🪻|15|jacinto|arbusto|bluebonnet|flor|flor-crânio-do-dragão|lavanda|lilás|lupinus|planta|primavera|roxo|violeta
🌱|0.6|muda de planta|brotar|broto|jovem|planta jovem|plantinha
🪴|13|vaso com planta|casa|chato|decoração|nutrir|plantar|samambaia|sem utilidade
🌲|1|conífera|floresta|natal|pinheirinho|pinheiro|árvore|árvore de pinheiro
🌳|1|árvore caidiça|desfolha|natureza|árvore cheia
🌴|0.6|palmeira|coqueiro|árvore|árvore de palmeira
🌵|0.6|cacto|deserto|natureza|planta|seca
🌾|0.6|planta de arroz|comida|espiga|espiga de arroz|fazenda|grãos|planta do arroz
🌿|0.6|erva|folha|planta
☘️|1|trevo|irlanda|irlandês|planta|trevo de três folhas
🍀|0.6|trevo de quatro folhas|irlandês|planta|sorte|sortudo
🍁|0.6|folha de bordo|folha caída|folha vermelha|maple|outono
🍂|0.6|folhas caídas|cair|outono
🍃|0.6|folha ao vento|soprando
🪹|14|ninho vazio|aninhando|galhos|lar|passarinho|pássaro
🪺|14|ninho com ovos|aninhando|galhos|lar|passarinho|pássaro
🍄|0.6|cogumelo|champignon|fungo|mario|planta
🪾|16|árvore seca|inverno|árvore sem folhas

🍇|0.6|uvas|fruta
🍈|0.6|melão|fruta
🍉|0.6|melancia|fruta
🍊|0.6|tangerina|cítrica|fruta|laranja
🍋|1|limão|azedo|cítrico|fruta|lima|limão siciliano
🍋‍🟩|15.1|lima|acidez|caipirinha|cítrica|cítrico|drink|fruta|limonada|limão|tequila|tropical|verde
🍌|0.6|banana|fruta
🍍|0.6|abacaxi|comida|fome|fruta
🥭|11|manga|comida|fruta|tropical
🍎|0.6|maçã vermelha|fruta
🍏|0.6|maçã verde|comida|fome|fruta
🍐|1|pera|comida|fome|fruta
🍑|0.6|pêssego|fruta
🍒|0.6|cereja|comida|fome|fruta|frutas vermelhas
🍓|0.6|morango|comida|fome|fruta|frutas vermelhas
🫐|13|mirtilos|alimento|azul|baga|blueberry|comida|fruta|silvestre
🥝|3|kiwi|comida|fruta
🍅|0.6|tomate|fruta|fruto|legume|vegetal
🫒|13|azeitona|alimento|comida|oliveira
🥥|5|coco|fruta|palmeira|piña colada
🥑|3|abacate|comida|fruta
🍆|0.6|berinjela|beringela|comida|legume|vegetal
🥔|3|batata|comida|fome|legume|vegetal
🥕|3|cenoura|comida|fome|legume|salada|vegetal
🌽|0.6|milho|comida|espiga|espiga de milho|fome
🌶️|0.7|pimenta|apimentada|apimentado|tempero
🫑|13|pimentão|alimento|capsicum|comida|pimenta|pimentão verde|vegetal
🥒|3|pepino|comida|fome|legume|picles|salada|vegetal
🥬|11|verdura|alface|bok choy|comida|couve|hambúrguer|repolho|repolho chinês|salada
🥦|5|brócolis
🧄|12|alho|tempero
🧅|12|cebola|tempero
🥜|3|amendoim|comida
🫘|14|feijões|alimento|comida|feijão|grão|legume
🌰|0.6|castanha|planta
🫚|15|gengibre|cerveja|comida|erva|especiaria|natural|raiz|saúde|tempero
🫛|15|vagem|comida|edamame|ervilha|feijão|grão|legume|leguminosa|pé de feijão|vegetal
🍄‍🟫|15.1|cogumelo marrom|champignon|comida|fungo|fungos|natureza|trufa|vegetal|vegetariano
🫜|16|tubérculo|beterraba|legume|nabo|raiz|vegetal
🍞|0.6|pão|pão de forma|pão para fatiar|restaurante|torrada|tostex
🥐|3|croissant|café da manhã|comida|fome|pão
🥖|3|baguete|bisnaga|comida|pão|pão francês
🫓|13|pão sírio|alimento|arepa|comida|lavash|naan|pita|pão folha
🥨|5|pretzel|pão torcido
🥯|11|bagel|café da manhã|chimia|comida|confeitaria|pão|rosca|rosquinha
🥞|3|panquecas|café da manhã|comida|crepes|fome
🧇|12|waffle|doce|gofre|wafel|wafle
🧀|1|queijo|comida|fome|queijo suíço
🍖|0.6|carne|carne com osso|carne no osso|churras|churrasco|osso|restaurante
🍗|0.6|coxa de frango|aves|comida|coxinha|fome|osso|peru|restaurante
🥩|5|corte de carne|bife|carne vermelha|costela de cordeiro|costeleta|costeleta de porco|porco
🥓|3|bacon|comida|fome|toucinho
🍔|0.6|hambúrguer|cheese burguer|restaurante
🍟|0.6|batata frita|comida|fast food|fome|fritas|lanchonete|restaurante
🍕|0.6|pizza|fatia|restaurante
🌭|1|cachorro-quente|cachorro quente|hot dog|pão com salsicha|pão com vina|vina
🥪|5|sanduíche|pão|pão de forma
🌮|1|taco|comida mexicana|mexicano|tacos
🌯|1|burrito|comida mexicana|mexicano
🫔|13|tamale|alimento|comida|enrolado|mexicano|milho|pamonha
🥙|3|pão recheado|comida|kebab|recheio|wrap
🧆|12|falafel|almôndega|grão de bico
🥚|3|ovo|comida|fome
🍳|0.6|ovo frito|comida|culinária|frigideira|ovo estrelado|restaurante
🥘|3|caçarola com comida|fome|paella|panela|rasa
🍲|0.6|panela|ensopado|restaurante|tigela de comida
🫕|13|fondue|alimento|chocolate|comida|derretido|panela|queijo|suíço
🥣|5|tigela com colher|café da manhã|cereal|prato de sopa
🥗|3|salada verde|comida|fome|restaurante
🍿|1|pipoca|balde|cinema
🧈|12|manteiga|laticínio|margarina
🧂|11|sal|comida|condimento|sabor|saleiro|salgado
🥫|5|comida enlatada
🍱|0.6|bentô|almoço japonês|caixa|caixa de bentô|restaurante
🍘|0.6|biscoito de arroz|bolacha de arroz|cracker
🍙|0.6|arroz japonês|bolinho de arroz|comida|fome|onigiri|restaurante
🍚|0.6|arroz cozido|comida|fome|restaurante
🍛|0.6|arroz com curry|curry e arroz|restaurante
🍜|0.6|lámen|comida|fome|macarrão|miojo|quentinha|ramen|restaurante|sopa|tigela|tigela de macarrão
🍝|0.6|espaguete|comida|fome|italiano|macarronada|macarrão|restaurante
🍠|0.6|batata assada|batata-doce|doce|restaurante
🍢|0.6|oden|espetinho|frutos do mar|frutos do mar no espetinho|restaurante
🍣|0.6|sushi|comida japonesa|restaurante|restaurante japonês|sashimi
🍤|0.6|camarão frito|camarão empanado|restaurante|tempura
🍥|0.6|bolinho de peixe|croquete|redemoinho|restaurante
🥮|11|bolo lunar|bolo da lua|comida|confeitaria|festival|festival chinês|outono|yuèbǐng
🍡|0.6|dango|bolinho de mochi|bolinho de mochi no espetinho|bolinho japonês|comida|doce|fome|japonês|mochi|mochiko|sobremesa
🥟|5|bolinho asiático|chinês|dumpling|empanada|gyōza|jiaozi|massa|pierogi|potsticker
🥠|5|biscoito da sorte|biscoito chinês|biscoito da fortuna|profecia
🥡|5|caixa para viagem|caixinha para levar|delivery|marmita
🍦|0.6|sorvete italiano|doce|fome|sobremesa|sorvete de casquinha|sorvete de massa|sorvete na casquinha
🍧|0.6|raspadinha de gelo|restaurante|sobremesa
🍨|0.6|sorvete|creme|gelo|restaurante|sobremesa
🍩|0.6|donut|comida|fome|restaurante|rosquinha|sonho doce
🍪|0.6|biscoito|bolacha|comida|cookie|doce|fome|sobremesa
🎂|0.6|bolo de aniversário|comemoração|doce|feliz aniversário|festa
🍰|0.6|pão de ló de morango|bolo|bolo recheado|doce|fatia|fatia de bolo|restaurante|sobremesa
🧁|11|cupcake|açúcar|bolinho|bolo|comida|confeitaria|confeito|doce|sobremesa|torta
🥧|5|torta|abóbora|carne|doce|fatia|fatia de torta|fruta|maçã|padaria|recheio|salgado
🍫|0.6|chocolate|barra|barra de chocolate|doce|fome
🍬|0.6|bala|balinha|doce
🍭|0.6|pirulito|bala|doce
🍮|0.6|pudim|pudim de leite|pudim de ovos|restaurante
🍯|0.6|pote de mel|restaurante
🍼|1|mamadeira|bebê|leite|leitinho|mamar|neném
🥛|3|copo de leite
☕|0.6|café|cafezinho|cafeína|chá|inverno|quente
🫖|13|bule|alimento|bebida|chaleira|chá|comida|infusão
🍵|0.6|xícara de chá sem alça|bebida|chá verde
🍶|0.6|saquê|bar|bebida|copo|garrafa|garrafa e copo de saquê|japonês|restaurante
🍾|1|garrafa de champanhe|aniversário|bar|champagne|champanha|cidra|comemorar|espumante|estourar|festa|parabéns
🍷|0.6|vinho|bar|bebida|cálice de vinho|restaurante|taça
🍸|0.6|coquetel|bar|beber|bebida|cachaça|happy hour|martini|restaurante|taça|taça de coquetel
🍹|0.6|bebida tropical|bar|coquetel|coquetel de frutas|drink|happy hour|restaurante
🍺|0.6|cerveja|bar|bebida|caneca|caneca de cerveja|chopp|gelada|happy hour|restaurante
🍻|0.6|canecas de cerveja|bar|chope|chopp|restaurante
🥂|3|taças brindando|brinde|champagne|champanhe|comemoração|tim-tim
🥃|3|copo|bar|bebida|drink|whisky
🫗|14|derramando líquido|acabou|acidente|bebida|copo|derramar|derrubar|fim|ops|pingar|vazio|água
🥤|5|copo com canudo|refrigerante|suco|água
🧋|13|chá perolado|bebida|bolha|bubble tea|comida|leite|pobá|pérola
🧃|12|suco de caixa|caixa de suco|caixinha de suco|suquinho
🧉|12|mate|bebida|chimarrão|cuia de chimarrão|tereré
🧊|12|cubo de gelo|gelado|iceberg
🥢|5|hashi|comida japonesa|pauzinhos
🍽️|0.7|prato com talheres|almoço|faca|fome|garfo|jantar|prato com talheres ao lado|restaurante
🍴|0.6|garfo e faca|almoço|comer|comida|fome|jantar|restaurante|talher|talheres
🥄|3|colher|talher
🔪|0.6|faca de cozinha|chef|cozinhar
🫙|14|jarro|armazenar|condimento|conserva|jarra|molho|nada|pote|recipiente|vazio|vidro
🏺|1|ânfora|ornamento chinês|vaso|vaso chinês

🌍|0.7|globo mostrando Europa e África|terra
🌎|0.7|globo mostrando as Américas|terra
🌏|0.6|globo mostrando Ásia e Oceania|austrália|planeta terra|terra
🌐|1|globo com meridianos
🗺️|0.7|mapa-múndi|geografia|mundo
🗾|0.6|mapa do Japão
🧭|11|bússola|bússola magnética|direção|magnético|navegação|norte|orientação|pontos cardeais|ímã
🏔️|0.7|montanha com neve|alpes|frio
⛰️|0.7|montanha|natureza
🛘|17|deslizamento|avalanche|desastre|montanha|perigo|rochas|terremoto
🌋|0.6|vulcão|erupção vulcânica|lava|natureza
🗻|0.6|Monte Fuji|montanha
🏕️|0.7|acampamento|barraca
🏖️|0.7|praia e guarda-sol
🏜️|0.7|deserto|clima seco
🏝️|0.7|ilha deserta|palmeira|praia
🏞️|0.7|parque nacional|parque com rio|reserva florestal|rio
🏟️|0.7|estádio|arena
🏛️|0.7|prédio grego|arquitetura|clássico
🏗️|0.7|construção|guindaste|obra
🧱|11|tijolo|argamassa|argila|cimento|muro|parede|terra
🪨|13|pedra|pedregulho|pesado|rocha|seixo|sólido
🪵|13|madeira|lenha|madeira serrada|tora|tronco
🛖|13|cabana|abrigo|casa|yurt
🏘️|0.7|casas
🏚️|0.7|casa abandonada
🏠|0.6|casa|construção|domicílio|lar|residência
🏡|0.6|casa com jardim|construção|lar
🏢|0.6|edifício comercial|escritório
🏣|0.6|correio japonês|oriental|prédio
🏤|1|correio|europeu|prédio
🏥|0.6|hospital|doente|internado|médico|prédio
🏦|0.6|banco|prédio
🏨|0.6|hotel|prédio
🏩|0.6|motel|amor|hotel|prédio
🏪|0.6|loja de conveniência|24 horas|24h|prédio
🏫|0.6|escola|colégio|prédio|prédio da escola
🏬|0.6|loja de departamentos|estabelecimento comercial
🏭|0.6|fábrica|prédio
🏯|0.6|castelo japonês|pagoda|pagode|prédio
🏰|0.6|castelo|castelo europeu|castelo medieval|prédio
💒|0.6|capela de casamento|romance
🗼|0.6|Torre de Tóquio|japão
🗽|0.6|Estátua da Liberdade
⛪|0.6|igreja|capela|cristã|cristão|missa|prédio|religião
🕌|1|mesquita|islã|muçulmano|religião
🛕|12|templo hindu
🕍|1|sinagoga|judaísmo|judeu|judia|religião|templo
⛩️|0.7|santuário japonês|oriental|religião|xintoísmo
🕋|1|caaba islã|muçulmano|religião
⛲|0.6|fonte|chafariz|praça|água
⛺|0.6|barraca|acampamento|acampar
🌁|0.6|enevoado|bruma|cerração|neblina|nevoeiro|névoa
🌃|0.6|noite estrelada|cidade à noite|estrelas|prédios
🏙️|0.7|cidade|prédios|urbano
🌄|0.6|aurora sobre montanhas|nascer do sol sobre as montanhas|sol da manhã
🌅|0.6|aurora sobre água|amanhecer|natureza|oceano|rio|sol|sol da manhã|sol nascendo
🌆|0.6|cidade ao anoitecer|paisagem|prédio|pôr do sol
🌇|0.6|pôr do sol|anoitecer|calor|cidade|entardecer|prédio|pôr do sol sobre prédios
🌉|0.6|ponte à noite|pontilhão
♨️|0.6|chamas|calor|fogo|fumaça|quente
🎠|0.6|carrossel|cavalo|cavalo de carrossel|entretenimento|parque de diversão
🛝|14|escorregador|brincar|brinquedo|escorregar|parque de diversões|parquinho|playground
🎡|0.6|roda gigante|entretenimento|parque de diversões
🎢|0.6|montanha russa|entretenimento|parque de diversões|parque temático
💈|0.6|barbearia|barbeiro|barber pole|cortar cabelo|poste|poste de barbeiro
🎪|0.6|circo|entretenimento|lona|lona de circo|tenda
🚂|1|locomotiva|trem|vapor|veículo
🚃|0.6|vagão de trem|bonde|elétrico|ferroviário|transporte|trólebus|veículo
🚄|0.6|trem de alta velocidade|bala|japonês|trens|veloz|veículo
🚅|0.6|trem de alta velocidade japonês|bala|ferrovia|japão|veloz|viagem
🚆|1|trem|ferrovia|veículo
🚇|0.6|metrô|trem|túnel|túnel subterrâneo|veículo
🚈|1|trem urbano|chegada|cheguei|leve|veículo
🚉|0.6|estação|estação de trem|metrô|trem
🚊|1|bonde elétrico|trólebus|veículo
🚝|1|monotrilho|trem|veículo
🚞|1|estrada de ferro na montanha|carro|teleférico|veículo
🚋|1|bonde|bonde elétrico|carro|trólebus|veículo
🚌|0.6|ônibus|transporte público|veículo
🚍|0.7|ônibus se aproximando|veículo
🚎|1|trólebus|bonde elétrico|veículo|ônibus|ônibus movido a eletricidade
🚐|1|van|mini ônibus|veraneio|veículo|ônibus
🚑|0.6|ambulância|veículo
🚒|0.6|carro do corpo de bombeiros|caminhão do corpo de bombeiros|fogo|incêndio|veículo
🚓|0.6|viatura policial|carro patrulha|polícia|veículo
🚔|0.7|viatura policial se aproximando|polícia|veículo
🚕|0.6|táxi|veículo
🚖|1|táxi se aproximando|chegada|transporte|veículo
🚗|0.6|carro|automóvel|veículo
🚘|0.7|carro se aproximando|automóvel|carona|chegada|veículo
🚙|0.6|SUV|carro|trailer|veículo|veículo recreacional
🛻|13|caminhonete|automóvel|caminhão|carro|caçamba|picape|pick-up|pickup|transporte|veículo
🚚|0.6|caminhão de entrega|veículo
🚛|1|caminhão|caminhão articulado|semi|trailer|veículo
🚜|1|trator|obra|veículo
🏎️|0.7|carro de corrida|automobilismo
🏍️|0.7|motocicleta|corrida|veículo
🛵|3|scooter|monareta|motinho|moto|motoca
🦽|12|cadeira de rodas manual|acessibilidade
🦼|12|cadeira de rodas motorizada|acessibilidade
🛺|12|automóvel riquixá|autorriquixá|tuk tuk
🚲|0.6|bicicleta|bike|veículo
🛴|3|patinete|brinquedo
🛹|11|skate|rodinhas|skatista
🛼|13|patins de rodas|esporte|patinação|roller
🚏|0.6|ponto de ônibus|busão|transporte público
🛣️|0.7|estrada|caminho|viagem|viajar
🛤️|0.7|trilhos|trem
🛢️|0.7|barril de óleo|lata|latão
⛽|0.6|posto de gasolina|abastecer|bomba|combustível|álcool
🛞|14|roda|carro|círculo|direção|girar|pneu|veículo|volante
🚨|0.6|sirene|carro da polícia|farol policial|luz de viatura policial|luz giratória
🚥|0.6|semáforo horizontal|cruzamento|luz|sinal|sinaleira|trânsito
🚦|1|semáforo vertical|cruzamento|luz|sinal|sinaleira|trânsito
🛑|3|sinal de pare
🚧|0.6|em construção|símbolo|símbolo para “em construção”
⚓|0.6|âncora|marinha|navegar|sinal
🛟|14|boia|colete|flutuar|guarda-vidas|guardar|nadar|resgate|salva|salva-vidas|segurança|vidas
⛵|0.6|barco a vela|iate|navegar|oceano|praia|resort
🛶|3|canoa|barco
🚤|0.6|lancha|barco|férias|praia|verão|veículo
🛳️|0.7|cruzeiro|barco|embarcação|navio|passageiros|veículo
⛴️|0.7|balsa|barco|ferry|ferry boat|ferry-boat|navegar
🛥️|0.7|barco|lancha|motor|navio|veículo
🚢|0.6|navio|aquático|barco|cruzeiro|férias|veículo|viagem
✈️|0.6|avião|aéreo|veículo|viajar|voar|voo
🛩️|0.7|avião pequeno|aéreo|jatinho|jato|veículo
🛫|1|avião decolando|decolar|fui|férias|partindo|partiu|viagem|viajando
🛬|1|avião aterrissando|aterrissagem|chegando|pousando|veículo|voltando
🪂|12|paraquedas|asa-delta|paraquedista|parasail|saltar de paraquedas
💺|0.6|assento|cadeira|poltrona
🚁|1|helicóptero|veículo|viagem|viajar|voo
🚟|1|estrada de ferro suspensa|suspensão|trem|veículo
🚠|1|teleférico de montanha|bonde|cabo|cabo suspenso usado em teleféricos nas montanhas|teleférico na montanha|veículo
🚡|1|teleférico|aérea|bonde|gôndola|linha|veículo
🛰️|0.7|satélite|antena|espaço
🚀|0.6|foguete|espaço|veículo
🛸|5|disco voador|alienígena|et|extra|terrestre|óvni
🛎️|0.7|sineta|hotel|portaria|sino
🧳|11|mala|bagagem|rodinhas|viagem
⌛|0.6|ampulheta|areia|tempo
⏳|0.6|ampulheta contando o tempo|areia|cheia|em cima|hora|relógio
⌚|0.6|relógio de pulso|hora|tempo
⏰|0.6|despertador|alarme|atrasada|atrasado|hora|horário|relógio
⏱️|1|cronômetro|relógio|tempo
⏲️|1|relógio temporizador|cronômetro|timer
🕰️|0.7|relógio de mesa|relógio antigo
🕛|0.6|12 horas|12h00|doze|meia-noite|meio-dia|relógio
🕧|0.7|doze e meia|12h30|relógio
🕐|0.6|1 hora|13h|1h|1h00|relógio|uma
🕜|0.7|uma e meia|13:30|13h30|1:30|1h30|relógio
🕑|0.6|2 horas|14h|2h|2h00|duas|relógio
🕝|0.7|duas e meia|2:30|2h30|relógio
🕒|0.6|3 horas|15h|3:00|3h00|horário|relógio|três
🕞|0.7|três e meia|3:30|3h30|relógio
🕓|0.6|4 horas|4:00|4h00|horário|quatro|relógio
🕟|0.7|quatro e meia|4h30|relógio
🕔|0.6|5 horas|5h00|cinco|relógio
🕠|0.7|cinco e meia|17h30|5h30|relógio
🕕|0.6|6 horas|18h|6h00|relógio|seis
🕡|0.7|seis e meia|18h30|6h30|relógio
🕖|0.6|7 horas|19h|7h00|relógio|sete
🕢|0.7|sete e meia|7:30|7h30|relógio
🕗|0.6|8 horas|8:00|8h00|oito|relógio
🕣|0.7|oito e meia|8:30|8h30|relógio
🕘|0.6|9 horas|21h|9h00|nove|relógio
🕤|0.7|nove e meia|9:30|9h30|hora|relógio
🕙|0.6|10 horas|10h00|22h|dez|relógio
🕥|0.7|dez e meia|10h30|22h30|relógio
🕚|0.6|11 horas|11:00|11h00|onze|relógio
🕦|0.7|onze e meia|11h30|23h30|relógio
🌑|0.6|lua nova|escuro|lua negra|noite
🌒|1|lua crescente côncava|noite
🌓|0.6|quarto crescente|lua|lua de quarto crescente
🌔|0.6|lua crescente convexa
🌕|0.6|lua cheia|luar
🌖|1|lua minguante convexa
🌗|1|quarto minguante|lua|lua de quarto minguante
🌘|1|lua minguante côncava
🌙|0.6|lua crescente
🌚|1|rosto da lua nova|lua nova com rosto
🌛|0.6|rosto da lua de quarto crescente|noite
🌜|0.7|rosto da lua de quarto minguante|lua com rosto|quarto minguante com rosto
🌡️|0.7|termômetro|clima|temperatura|tempo
☀️|0.6|sol|clima|dia claro|raios|solar|tempo
🌝|1|rosto da lua cheia|lua cheia com rosto|lua com rosto
🌞|1|rosto do sol|praia
🪐|12|planeta com anéis|saturnino|saturno
⭐|0.6|estrela branca média|amarela|astronomia
🌟|0.6|estrela brilhante|brilho|cintilante|luminosa|reluzente
🌠|0.6|estrela cadente|cai
🌌|0.6|via láctea|céu|espaço|estrelado
☁️|0.6|nuvem|clima
⛅|0.6|sol por trás das nuvens|clima|nublado|nuvem
⛈️|0.7|chuva com trovão|clima|nuvem|relâmpago|temporal
🌤️|0.7|sol com nuvens|clima|ensolarado|nublado|nuvem
🌥️|0.7|nublado|clima|nuvem|sol
🌦️|0.7|sol com chuva|clima|nuvem
🌧️|0.7|nuvem com chuva|chovendo|clima
🌨️|0.7|nuvem com neve|clima|frio
🌩️|0.7|nuvem com trovão|clima|relâmpago
🌪️|0.7|tornado|clima|furacão|nuvem
🌫️|0.7|nevoeiro|clima|furacão|neblina|nuvem
🌬️|0.7|rosto de vento|clima|nuvem|soprar|sopro
🌀|0.6|ciclone|clima|espiral|furacão|tonto|twister|zonzo
🌈|0.6|arco-íris|chuva|clima|gay|lgbt|lgbtqia+|lésbica|natureza|orgulho|queer|transgênero
🌂|0.6|guarda-chuva fechado|chuvoso
☂️|0.7|guarda-chuva|acessório|clima|sombrinha aberta
☔|0.6|sombrinha na chuva|acessório|clima|gotas|guarda-chuva
⛱️|0.7|guarda-sol|chuva|clima|praia|sombra|sombrinha
⚡|0.6|alta tensão|eletricidade|natureza|perigo|relâmpago|sinal
❄️|0.6|floco de neve|clima|frio
☃️|0.7|boneco de neve|clima|frio|inverno
⛄|0.6|boneco de neve sem neve|frio|inverno
☄️|1|cometa|espaço|estrela cadente|meteoro|satélite
🔥|0.6|fogo|chama
💧|0.6|gota|com suor|engraçado|gota de suor|suor
🌊|0.6|onda|mar|oceano|praia|surfe|tsunami|água

🎃|0.6|abóbora de halloween|comemoração|dia das bruxas|jack|lanterna
🎄|0.6|árvore de natal|comemoração|pinheirinho
🎆|0.6|fogos de artifício|ano novo|comemoração
🎇|0.6|vela estrela|comemoração|fogo de artifício|fogo de artifício vela estrela
🧨|11|bombinha|artifício|bomba|chiando|dinamite|estourar|explosivo|faísca|fogo|luz|pirotecnia|roubada
✨|0.6|brilhos|*|brilhantes|estrelas|faíscas|mágica
🎈|0.6|balão|aniversário|celebração|comemoração|festa|parabéns
🎉|0.6|cone de festa|alegria|aniversário|celebrar|comemoração|eba|oba|parabéns
🎊|0.6|confete|bola|celebração|comemoração|eba|oba|parabéns
🎋|0.6|árvore de tanabata|comemoração|estrelas|festival|japonesa|papel|tiras
🎍|0.6|decoração de pinhos|bambu|comemoração|decoração de pinhas|japonês|pinha
🎎|0.6|bonecas japonesas|comemoração|festival|japanesas|japonês
🎏|0.6|bandeira de carpas|comemoração|koinobori
🎐|0.6|carrilhão de vento|sino|som
🎑|0.6|contemplação da lua|cerimônia de contemplação da lua|comemoração
🧧|11|envelope vermelho|boa sorte|dinheiro|hóngbāo|lai see|presente
🎀|0.6|laço de fita|comemoração|presente
🎁|0.6|presente|comemoração|embrulhado|mimo
🎗️|0.7|fita de lembrete|celebração|comemoração|laço
🎟️|0.7|ingresso de cinema|entrada|ticket
🎫|0.6|ingresso|entretenimento
🎖️|0.7|medalha militar|condecoração|prêmio
🏆|0.6|troféu|campeã|campeão|prêmio
🏅|1|medalha esportiva|vitória
🥇|3|medalha de ouro|1o. lugar|1º. lugar|vitória
🥈|3|medalha de prata|2o. lugar|2º. lugar|segundo
🥉|3|medalha de bronze|3o. lugar|3º. lugar|terceiro
⚽|0.6|bola de futebol|jogar
⚾|0.6|bola de beisebol|esportes
🥎|11|softbol|bola|esporte|luva|softball
🏀|0.6|bola de basquete|cesta|esporte|jogo
🏐|1|bola de vôlei|jogar|jogo
🏈|0.6|bola de futebol americano|esporte|super bowl
🏉|1|bola de rugby|americano|esporte|futebol
🎾|0.6|tênis|bola|esporte|raquete
🥏|11|frisbee|disco|esporte|ultimate|voador
🎳|0.6|boliche|bola|jogo|strike
🏏|1|críquete|betes|bola|jogo|taco
🏑|1|hóquei de campo|bola|jogo|taco
🏒|1|hóquei no gelo|disco|jogo|taco
🥍|11|lacrosse|bastão|bola|esporte|gol|raquete|taco
🏓|1|pingue-pongue|mesa|pingpong|raquete|tênis
🏸|1|badminton|jogo|peteca|raquete
🥊|3|luva de boxe|esporte|luta
🥋|3|quimono de artes marciais|esporte|faixa|judô|karatê|preta|taekwondo|uniforme
🥅|3|gol|esporte|futebol|goleira|goleiro|rede
⛳|0.6|bandeira no buraco|esporte|golfe
⛸️|0.7|patins de gelo|patinação
🎣|0.6|pesca|entretenimento|peixe|pescador|pescaria|recreação|vara
🤿|12|máscara de mergulho|esnórquel|mergulhador|scuba|snorkel|snorkeling
🎽|0.6|camiseta de corrida|esporte|faixa
🎿|0.6|esqui|bota|esporte|esquiar|neve
🛷|5|trenó|neve|tobogã
🥌|5|pedra de curling|jogo
🎯|0.6|no alvo|certeiro|dardos|jogo|mira|mosca|tiro
🪀|12|ioiô|brinquedo|flutua
🪁|12|pipa|papagaio|planar|voar
🔫|0.6|pistola d’água|arma|ferramenta|revólver
🎱|0.6|bilhar|bola oito|jogo
🔮|0.6|bola de cristal|adivinhação|destino|futuro|prever
🪄|13|varinha mágica|bruxa|condão|magia|mago
🎮|0.6|videogame|controle|jogo|jogos|playstation|xbox
🕹️|0.7|joystick|atari|controle|game|jogo|video|videogame
🎰|0.6|caça-níquel|aposta|azar|cassino|jogo|máquina
🎲|0.6|jogo de dado|dados|sorte
🧩|11|quebra-cabeça|dica|encaixe|peça
🧸|11|ursinho de pelúcia|bichinho|brinquedo|enchimento|urso
🪅|13|pinhata|cinco de maio|comemoração|doce|festa|festival
🪩|14|globo de espelhos|balada|boate|bola|brilho|dança|dançar|discoteca|espelhado|festa|night
🪆|13|boneca russa|matriosca|matrioska
♠️|0.6|naipe de espadas|baralho|carta|jogo
♥️|0.6|naipe de copas|baralho|carta|jogo|s2
♦️|0.6|naipe de ouros|baralho|carta|jogo
♣️|0.6|naipe de paus|baralho|carta|jogo
♟️|11|peão de xadrez|truque
🃏|0.6|curinga|baralho|carta|coringa|jogo|joker
🀄|0.6|dragão vermelho de mahjong|jogo|peça
🎴|0.6|carta de flores|baralho|carta de baralho|hanafuda|jogo de baralho
🎭|0.6|máscara|arte|ator|atriz|drama|dramática|entretenimento|espetáculo|performance|peça|teatro
🖼️|0.7|quadro emoldurado|arte|museu|pintura
🎨|0.6|paleta de tintas|arte|artista|artística|museu|pintor|pintura
🧵|11|carretel|agulha|barbante|costura|linha
🪡|13|agulha de costura|alfaiataria|bordados|linha|pontos|suturas|vagonite
🧶|11|novelo|bola|crochê|lã|tricotar|tricô
🪢|13|nó|amarrar|corda|cordel|emaranhado|fio|laço|marinheiro

👓|0.6|óculos|acessório
🕶️|0.7|óculos escuros|óculos de sol
🥽|11|óculos de proteção|mergulho|natação|olhos|ski|solda|soldagem
🥼|11|jaleco|cientista|dr.|experimento|experiência|médico|roupa
🦺|12|colete salva-vidas|emergência|refletivo|segurança
👔|0.6|gravata|acessório|roupa
👕|0.6|camiseta|camisa|roupa
👖|0.6|jeans|calça|roupa
🧣|5|cachecol|frio|inverno|pescoço
🧤|5|luvas|inverno|mão
🧥|5|casaco|agasalho|blusa|frio|jaqueta
🧦|5|meias|meião
👗|0.6|vestido|peça única|roupa
👘|0.6|quimono|roupa|vestir
🥻|12|sari|indiana|roupa|vestido|índia
🩱|12|maiô|banho|nadar|praia|roupa
🩲|12|cueca|banho|nadar|praia|roupa|sunga|íntima
🩳|12|shorts|banho|bermuda|nadar|praia|roupa
👙|0.6|biquíni|banho|piscina|praia|roupa
👚|0.6|roupas femininas|azul|blusa|camiseta
🪭|15|leque dobrável|abanar|arejar|balançar|calor|dança|flertar|quente|refrescar|timidez
👛|0.6|bolsinha|acessório|bolsa|moeda|niqueleira|porta|rosa
👜|0.6|bolsa de mão|acessório|fashion|mala
👝|0.6|bolsa pequena|acessório|carteira|fashion
🛍️|0.7|sacolas de compras|presente|shopping
🎒|0.6|mochila|bolsa|escola|viagem|viajar
🩴|13|chinelo|alpargatas|piscina|praia|rasteirinha|sandália
👞|0.6|sapato masculino|acessório|sapatos
👟|0.6|tênis de corrida|acessório|correr|esportivo|sapato
🥾|11|bota de trekking|acampamento|acampar|caminhada|marrom|mochilão|natureza|sapato|trilha
🥿|11|sapatilha|confortável|sapatilha de balé|sapato|sem fivela
👠|0.6|sapato de salto alto|acessório|chique|fashion|moda|mulher|scarpin
👡|0.6|sandália feminina|acessório|feminino|médio|salto
🩰|12|sapatilha de balé|bailarina|dança
👢|0.6|bota feminina|acessório|calçado|médio|salto
🪮|15|pente de cabelo|afro|crespo|pente garfo|pentear|retrô
👑|0.6|coroa|acessório|família real|game of thrones|medieval|rainha|realeza|rei|reinado
👒|0.6|chapéu feminino|acessório|fashion
🎩|0.6|cartola|chapéu|chique|entretenimento|roupa
🎓|0.6|chapéu de formatura|capelo|comemoração
🧢|5|boné|boné de beisebol|chapéu
🪖|13|capacete militar|exército|guerra|guerreiro|soldado
⛑️|0.7|capacacete de socorrista|ajuda|branca|capacete|cruz|primeiros|resgate|rosto|salvamento|socorros|vermelho
📿|1|rosário de oração|acessório|religião|reza|terço
💄|0.6|batom|cosméticos|makeup|maquiagem|vermelho
💍|0.6|anel|diamante|romance
💎|0.6|pedra preciosa|diamante|joia
🔇|1|alto-falante silenciado|calar|mudo|mute|quieto|silenciar|silêncio|som
🔈|0.7|alto-falante com volume baixo|mudo|música|silêncio|som
🔉|1|alto-falante com volume médio|baixo|diminuir|som
🔊|0.6|alto-falante com volume alto|gritar|música|som
📢|0.6|buzina|alto|alto-falante|aviso|comunicado|discurso|gritar|megafone
📣|0.6|megafone|aplausos|comunicação
📯|1|corneta postal|correios
🔔|0.6|sino|capela
🔕|1|sino silenciado|mudo|notificação|proibido|quieto|sem som|silencioso|silêncio
🎼|0.6|partitura musical|música
🎵|0.6|nota musical|música
🎶|0.6|notas musicais|música
🎙️|0.7|microfone de estúdio|música
🎚️|0.7|controle de volume|música
🎛️|0.7|botões giratórios|controle|música
🎤|0.6|microfone|cantar|entretenimento|karaokê|música
🎧|0.6|fones de ouvido|entretenimento|música|som
📻|0.6|rádio|radiola|som|vídeo
🎷|0.6|saxofone|instrumento|instrumento musical|música
🎺|0.6|trompete|instrumento|instrumento musical|música
🪊|17|trombone|instrumento|jazz|música|sopro|triste
🪗|13|acordeão|concertina|instrumento|música|sanfona
🎸|0.6|guitarra|instrumento|instrumento musical|música
🎹|0.6|teclado musical|instrumento|instrumento musical|música|piano
🎻|0.6|violino|instrumento|instrumento musical|música
🪕|12|banjo|cordas|instrumento|música
🥁|3|tambor|baquetas|música|percussão
🪘|13|tambor comprido|atabaque|batida|conga|instrumento|percussão|ritmo
🪇|15|maracás|chacoalhar|chocalho|dança|festa|instrumento|maraca|maracas|mexer|música|percussão
🪈|15|flauta|banda|flautim|instrumento|marcial|música|orquestra|pife|pífano|sopro|tubo
🪉|16|harpa|amor|cupido|instrumento|música|orquestra
📱|0.6|telefone celular|telefone móvel
📲|0.6|telefone celular com seta|chamada|fazer|ligar|receber|smartphone
☎️|0.6|telefone no gancho
📞|0.6|telefone|aparelho de telefone|comunicação
📟|0.6|pager|comunicação
📠|0.6|fax|comunicação|máquina de fax
🔋|0.6|pilha|bateria
🪫|14|pouca bateria|acabando|cansado|descarregada|eletrônico|energia|fim|fraca|pilha|sem
🔌|0.6|tomada elétrica|cabo|eletricidade|energia|plugue
💻|0.6|laptop|computador|notebook|pc|pessoal|trabalho
🖥️|0.7|computador de mesa|desktop|monitor
🖨️|0.7|impressora|acessório|computador|documento|impressão|imprimir
⌨️|1|teclado|acessório|computador|digitação
🖱️|0.7|mouse|acessório|computador
🖲️|0.7|trackball|acessório|bolinha|computador|mouse
💽|0.6|minidisc|computação|disco|hd|md|rígido
💾|0.6|disquete|computador|disco|disco flexível
💿|0.6|cd|blu-ray|computador|disco|dvd|óptico
📀|0.6|DVD|blu-ray|cd|computador|disco|óptico
🧮|11|ábaco|calculadora|cálculo|matemática|número
🎥|0.6|câmera de cinema|entretenimento|filmar|filme|hollywood
🎞️|0.7|rolo de filmes|cinema
📽️|0.7|projetor de filmes|cinema|vídeo
🎬|0.6|claquete|cena|entretenimento|filme|tomada
📺|0.6|televisão|canal|tv|vídeo
📷|0.6|câmera|foto|selfie|vídeo
📸|1|câmera com flash|foto|fotografia|vídeo
📹|0.6|câmera de vídeo|filmadora
📼|0.6|videocassete|fita|vhs|vídeo
🔍|0.6|lupa para a esquerda|aumento|busca|ferramenta|lente|pesquisa|procura
🔎|0.6|lupa para a direita|aumento|busca|ferramenta|lente|pesquisa|procura
🕯️|0.7|vela|acesa|luz
💡|0.6|lâmpada|elétrica|ideia|luz|quadrinhos|tenho uma ideia
🔦|0.6|lanterna|elétrica|ferramenta|luz
🏮|0.6|lanterna vermelha de papel|bar|izakaya|restaurante
🪔|12|lâmpada de óleo|diya
📔|0.6|caderno decorado|agenda|capa|decoração|escola|livro
📕|0.6|livro fechado|apostila
📖|0.6|livro aberto|biblioteca|leitura|lendo|ler|livraria
📗|0.6|livro verde|biblioteca|caderno|colégio|escola|estudar|lendo|ler|livraria
📘|0.6|livro azul|apostila|escola|estudo|leitura
📙|0.6|livro laranja|apostila|cartilha
📚|0.6|livros|biblioteca|estudando|estudar|leitura|lendo|ler|livraria
📓|0.6|caderno|folhas
📒|0.6|livro contábil|caderno
📃|0.6|página dobrada|dobrado|documento|papel
📜|0.6|pergaminho|rolo de papel
📄|0.6|página voltada para cima|documento|oficial|papel
📰|0.6|jornal|notícias
🗞️|0.7|jornal enrolado|notícias
📑|0.6|marcadores de página|marcar
🔖|0.6|marcador de página|livro
🏷️|0.7|etiqueta|identificar|rótulo
🪙|13|moeda|dinheiro|dólar|euro|metal|ouro|prata|real|rica|rico|tesouro
💰|0.6|saco de dinheiro|dólares
🪎|17|baú de tesouro|dinheiro|joia|joias|prata|prêmio|riqueza
💴|0.6|nota de iene|cédula|dinheiro|grana|moeda
💵|0.6|nota de dólar|dinheiro|moeda|nota bancária
💶|1|nota de euro|cédula|dinheiro|grana|moeda
💷|1|nota de libra|cédula|dinheiro|grana|moeda
💸|0.6|dinheiro voando|asas|banco|cédula|dinheiro indo embora|nota
💳|0.6|cartão de crédito|banco|dinheiro|débito
🧾|11|recibo|contabilidade|escrituração|evidência|fatura|prova
💹|0.6|gráfico subindo com iene|ascendente|ascensão|crescimento|dinheiro|iene em alta|mercado
✉️|0.6|envelope|carta|correspondência|e-mail|email
📧|0.6|e-mail|carta|comunicação|correspondência
📨|0.6|envelope chegando|carta|comunicação|correspondência|e-mail|nova|recebida
📩|0.6|envelope com seta|carta|comunicação|correspondência|e-mail|email
📤|0.6|bandeja de saída|caixa|comunicação|correspondência|enviada
📥|0.6|bandeja de entrada|caixa|comunicação|correspondência|e-mail|email|recebida|recebido
📦|0.6|pacote|caixa|embrulho
📫|0.6|caixa de correio fechada com bandeira levantada|correspondência
📪|0.6|caixa de correio fechada com bandeira abaixada|correspondência|vazia
📬|0.7|caixa de correio aberta com bandeira levantada|caixa de correspondência aberta com bandeira levantada|correspondência
📭|0.7|caixa de correio aberta com bandeira abaixada|caixa de correspondência aberta com bandeira abaixada|caixa de correspondência aberta e vazia|correspondência
📮|0.6|caixa de correio|carta|correspondência|enviar
🗳️|0.7|urna eleitoral com cédula|eleição|votar|voto
✏️|0.6|lápis
✒️|0.6|ponta de caneta tinteiro|preto|tinta
🖋️|0.7|caneta tinteiro|destro
🖊️|0.7|caneta|esferográfica|tinteiro
🖌️|0.7|pincel|pintando|pintar
🖍️|0.7|giz de cera|desenho|vermelho
📝|0.6|memorando|anotações|caderno|comunicação|lápis|notas
💼|0.6|maleta|mala|pasta
📁|0.6|pasta de arquivos
📂|0.6|pasta de arquivos aberta|abrir
🗂️|0.7|divisores de pastas|arquivo|organizador|índice
📅|0.6|calendário|data|datas
📆|0.6|calendário com folhas destacáveis|data|destacável|dia|páginas|várias
🗒️|0.7|bloco espiral|caderno
🗓️|0.7|calendário espiral|bloco|data
📇|0.6|índice de cartões
📈|0.6|gráfico subindo|crescimento|diagrama|gráfico de tendência de crescimento|tendência de crescimento
📉|0.6|gráfico caindo|diagrama|gráfico de tendência negativa|negativa|tendência negativa
📊|0.6|gráfico de barras|diagrama
📋|0.6|prancheta|anotações
📌|0.6|tacha|alfinete
📍|0.6|tacha redonda|alfinete|localização|mapa
📎|0.6|clipe de papel
🖇️|0.7|clipes de papel conectados
📏|0.6|régua reta
📐|0.6|régua triangular|geometria|matemática|triângulo|ângulo
✂️|0.6|tesoura|aberta|cortar|ferramenta
🗃️|0.7|caixa de arquivos|cartão|documentos|ficheiro
🗄️|0.7|gavetas de escritório|arquivo|gabinete
🗑️|0.7|lixeira|cesto|lixo
🔒|0.6|cadeado|fechado|trancado
🔓|0.6|cadeado aberto|destrancado
🔏|0.6|cadeado com caneta|privacidade|privado|tinteiro
🔐|0.6|cadeado fechado com chave|seguro|trancado
🔑|0.6|chave|senha|trancado|trancar
🗝️|0.7|chave antiga|fechadura
🔨|0.6|martelo|construção|ferramenta|martelada|reparo
🪓|12|machado|cortar|madeira|partir
⛏️|0.7|picareta|ferramenta|mineração
⚒️|1|martelo e picareta|ferramenta|geologia
🛠️|0.7|martelo e chave-inglesa|ferramenta
🗡️|0.7|adaga|arma|faca
⚔️|1|espadas cruzadas|arma|batalha|guerra
💣|0.6|bomba|emoção|engraçado|explosivo|explosão|perigo
🪃|13|bumerangue|aborígene|arma|austrália|rebote|repercussão
🏹|1|arco e flecha|arma|sagitário|zodíaco
🛡️|0.7|escudo|arma
🪚|13|serrote|carpinteiro|cortar|ferramenta|madeira|serra|serrar
🔧|0.6|chave inglesa|ferramenta|obra|reforma
🪛|13|chave de fenda|ferramenta
🔩|0.6|porca e parafuso|construção|ferramenta
⚙️|1|engrenagem|ferramenta
🗜️|0.7|braçadeira|compressão|ferramenta|morsa|torno
⚖️|1|balança|ferramenta|justiça|libra|peso|zodíaco
🦯|12|bengala para cegos|acessibilidade|cega|cegueira|deficiente|visual
🔗|0.6|link|anéis|corrente|dois|símbolo|vínculo
⛓️‍💥|15.1|corrente quebrada|algema|liberdade|quebrando|quebrar
⛓️|0.7|correntes|metal
🪝|13|gancho|atração para venda|bandido|curva|pegar|prender
🧰|11|caixa de ferramentas|mecânico|vermelha
🧲|11|ímã|atração|ferradura|magnético|positivo-negativo
🪜|13|escada|degrau|mão|subir
🪏|16|pá|buraco|cavar|pazinha
⚗️|1|alambique|ferramenta|química
🧪|11|tubo de ensaio|ciência|experimento|experiência|laboratório|química|químico
🧫|11|placa de Petri|bactéria|biologia|biologista|biólogo|ciência|cultura|laboratório
🧬|11|dna|biologista|biólogo|código|evolução|gene|genética|genético|vida
🔬|1|microscópio|ciência|ferramenta|microscópico
🔭|1|telescópio|ciência|ferramenta
📡|0.6|antena parabólica|comunicação|satélite
💉|0.6|seringa|agulha|injeção|médico|remédio|vacina|vacinação
🩸|12|gota de sangue|doação|medicina|menstruação|sangrar
💊|0.6|comprimido|cápsula|medicina|médico|pílula|remédio
🩹|12|atadura adesiva|bandaid|bandeide|curativo
🩼|14|muleta|ajuda|bastão|bengala|deficiência|desculpa|lesão|machucar|mobilidade
🩺|12|estetoscópio|coração|medicina|médica|médico|tum tum
🩻|14|raio x|doutor|esqueleto|médico|ossos|radiografia
🚪|0.6|porta|fechada
🛗|13|elevador|acessibilidade|descer|elevar|subir
🪞|13|espelho|espéculo|maquiagem|refletor|reflexo|reflexão
🪟|13|janela|abertura|ar|fresco|quadro|transparente|vidro|vista
🛏️|0.7|cama|dormir|hotel|sono
🛋️|0.7|sofá e luminária|hotel|lâmpada
🪑|12|cadeira|assento|sentar
🚽|0.6|vaso sanitário|banheiro|patente|privada|toalete
🪠|13|desentupidor|banheiro|cocô|encanador|fezes|sanitário|sucção|vaso
🚿|1|chuveiro|banho|ducha|água
🛁|1|banheira|banho
🪤|13|ratoeira|armadilha|atrair|isca|prender|queijo
🪒|12|lâmina|afiada|afiado|barbeador|barbear|depilar|gilete|raspar
🧴|11|frasco de loção|condicionador|creme|hidratante|protetor|shampoo|solar|xampu
🧷|11|alfinete de segurança|fralda|punk|rock
🧹|11|vassoura|bruxa|limpar|limpeza|varrer
🧺|11|cesta|agricultura|agrícola|lavanderia|lavoura|piquenique|roupa|suja
🧻|11|rolo de papel|higiênico|toalha
🪣|13|balde|baldinho|barril
🧼|11|sabonete|banho|barra|espuma|limpar|limpeza|saboneteira
🫧|14|bolhas|aquática|aquático|arroto|embaixo d’água|flutuar|limpo|pérolas|sabão|água
🪥|13|escova de dentes|banheiro|dental|higiene|limpeza
🧽|11|esponja|absorvente|absorção|encharcar|limpeza|porosa|poroso
🧯|11|extintor de incêndio|apagar|extinguir|fogo
🛒|3|carrinho de compras|mercado|supermercado
🚬|0.6|cigarro|fumante|fumar|fumo|símbolo|símbolo para “é permitido fumar”|é permitido fumar
⚰️|1|caixão|caixão funerário|funeral|morte|velório
🪦|13|lápide|cemitério|descanse em paz|morto|rip|sepultura|tumba|túmulo
⚱️|1|urna funerária|cinzas|funeral|morte
🧿|11|olho grego|amuleto|conta|mau-olhado|miçanga|nazar|talismã
🪬|14|hamsá|amuleto|fátima|guia|hamsa|maria|miriam|mão|palma|proteção|sorte
🗿|0.6|moai|estátua|moyai|rosto
🪧|13|placa|aviso|cartaz|demonstração|letreiro|piquete|protesto|sinal
🪪|14|cartão de identificação|carta|carteira|crachá|credenciais|documento|habilitação|identidade|licença|motorista|rg|segurança

🏧|0.6|símbolo de caixa automático|atm|banco|dinheiro|eletrônico|grana|saque
🚮|1|símbolo de lixeira|coloque o lixo no lixo|lata|lixo
🚰|1|água potável|beber|símbolo|torneira
♿|0.6|símbolo de cadeira de rodas|acesso|sinal
🚹|0.6|banheiro masculino|homem|lavatório|símbolo|toalete|wc
🚺|0.6|banheiro feminino|lavabo|lavatório|mulher|símbolo|toalete|wc
🚻|0.6|banheiro|lavabo|sanitário|símbolo|toalete
🚼|0.6|símbolo de bebê|fralda|fraldário|trocar
🚾|0.6|WC|latrina|lavabo|privada|toalete|vaso sanitário
🛂|1|controle de passaportes
🛃|1|alfândega|aduana|aduaneira|bens|federal|impostos|receita
🛄|1|restituição de bagagem|aeroporto|bagagens|esteira|férias|mala|recolhimento|viagem|área
🛅|1|depósito de bagagem|esquecida|malas|serviço
⚠️|0.6|aviso|atenção|cuidado|sinal
🚸|1|crianças atravessando|pedestre|símbolo|tráfego
⛔|0.6|entrada proibida|entre|não|placa|proibido|sinal|trânsito
🚫|0.6|proibido|entrada|não|proibida|sinal|símbolo
🚳|1|proibido andar de bicicleta|não|permitidas|sem
🚭|0.6|proibido fumar|cigarro|não é permitido fumar|símbolo
🚯|1|proibido jogar lixo no chão|não|não jogue lixo no chão|símbolo
🚱|1|água não potável|consumo|imprópria|proibido|seco|sem
🚷|1|proibida a passagem de pedestres|não|permitidos|proibido
📵|1|proibido o uso de telefone celular|não|permitidos|sem|smartphone
🔞|0.6|proibido para menores de 18 anos|dezoito|idade|restrição
☢️|1|radioativo|perigo|radiativo|radiação|sinal|símbolo
☣️|1|risco biológico|ciência|perigo|resíduos|resíduos biológicos
⬆️|0.6|seta para cima|cardinal|direção|norte
↗️|0.6|seta para cima e para a direita|diagonal|direção|flecha|intercardinal|nordeste|superior
➡️|0.6|seta para a direita|direção|flecha|leste
↘️|0.6|seta para baixo e para a direita|diagonal|direção|flecha|inferior|intercardinal|sudeste
⬇️|0.6|seta para baixo|abaixo|cardinal|direção|embaixo|flecha|sul
↙️|0.6|seta para baixo e para a esquerda|diagonal|direção|flecha|inferior|intercardinal|sudoeste
⬅️|0.6|seta para a esquerda|atrás|direção|flecha|oeste|voltar
↖️|0.6|seta para cima e para a esquerda|diagonal superior esquerda|direção|flecha|intercardinal|noroeste|seta para esquerda superior
↕️|0.6|seta para cima e para baixo|flecha|vertical
↔️|0.6|seta para esquerda e direita|flecha|horizontal|lados
↩️|0.6|seta curva da direita para a esquerda|flecha|retorno|seta curva da direita para esquerda|voltar à esquerda
↪️|0.6|seta curva da esquerda para a direita|flecha|retorno|seta curva da esquerda para direita|voltar à direita
⤴️|0.6|seta para a direita curvada para cima|flecha|seta curva de baixo para cima|seta para cima
⤵️|0.6|seta para a direita curvada para baixo|embaixo|flecha|seta curva de cima para baixo|seta para baixo
🔃|0.6|setas verticais no sentido horário|flechas|recarregar|setas em sentido horário na vertical|símbolo de recarregar
🔄|1|botão de setas em sentido anti-horário|atualizar|botão de setas no sentido anti-horário
🔙|0.6|seta "BACK"|flecha|seta para a esquerda|seta para voltar|voltar|voltar com seta para a esquerda
🔚|0.6|seta "END"|fim|fim com seta para a esquerda|final|seta para a esquerda|seta para ir para o fim
🔛|0.6|seta "ON!"|flecha|marca|seta “on”
🔜|0.6|seta "SOON"|em breve|flecha|símbolo “soon”|“soon” com seta para a direita
🔝|0.6|seta "TOP"|cima|para cima|seta para cima|símbolo top|top com seta para cima
🛐|1|local de culto|local sagrado|oração|religião|reza
⚛️|1|símbolo de átomo|ateu|ateísmo|símbolo do ateísmo
🕉️|0.7|om|hindu|religião
✡️|0.7|estrela de Davi|judaico|judeu|religião
☸️|0.7|roda do Dharma|budista|religião
☯️|0.7|yin yang|religião|tao|taoista|taoistas|yin-yang
✝️|0.7|cruz latina|cristão|religião
☦️|1|cruz ortodoxa|cristão|religião
☪️|0.7|estrela e lua crescente|islã|muçulmano|religião|símbolo islã
☮️|1|símbolo da paz
🕎|1|menorá|candelabro|candelabro judeu|castiçal|judaísmo|memorah|religião
🔯|0.6|estrela de seis pontas|adivinhação|destino
🪯|15|khanda|deg tegh fateh|fé|khalsa|religião|sikh|sikhismo|siquismo
♈|0.6|signo de Áries|carneiro|zodíaco
♉|0.6|signo de Touro|boi|zodíaco
♊|0.6|signo de Gêmeos|zodíaco
♋|0.6|signo de Câncer|caranguejo|zodíaco
♌|0.6|signo de Leão|zodíaco
♍|0.6|signo de Virgem|zodíaco
♎|0.6|signo de Libra|balança|justiça|signo de virgem|zodíaco
♏|0.6|signo de Escorpião|zodíaco
♐|0.6|signo de Sagitário|arqueiro|zodíaco
♑|0.6|signo de Capricórnio|cabra|zodíaco
♒|0.6|signo de Aquário|zodíaco|água
♓|0.6|signo de Peixes|zodíaco
⛎|0.6|signo de Ofiúco|cobra|ophiuchus|serpente|zodíaco
🔀|1|botão de músicas aleatórias|cruzadas|flechas|seta|setas|setas cruzadas em direção à direita
🔁|1|botão de repetir|flechas|horário|sentido horário|seta|setas|setas em sentido horário
🔂|1|botão de repetir uma única faixa|horário|número 1|repetir uma vez|sentido horário|seta|setas|setas em sentido horário com número 1|uma vez
▶️|0.6|botão reproduzir|direita|play|seta|seta para a direita|triângulo
⏩|0.6|botão avançar|direita|dupla|flechas|passar para a frente|rápido|seta|seta dupla para a direita
⏭️|0.7|botão de próxima faixa|avançar|flechas duplas|passar para frente|próxima cena|seta|seta dupla para a direita
⏯️|1|botão de reproduzir ou pausar|direita|pause|play|seta|seta para a direita|triângulo
◀️|0.6|botão de voltar|esquerda|seta|seta para a esquerda|triângulo
⏪|0.6|botão de retroceder|dupla|esquerda|seta|seta dupla para a esquerda|seta dupla para trás|voltar
⏮️|0.7|botão de faixa anterior|cena anterior|flechas para esquerda|seta|seta dupla para a esquerda|setas para a esquerda|triângulo|voltar|última faixa
🔼|0.6|botão apontando para cima|acima|botão de triângulo apontando para cima|seta|triângulo|triângulo apontando para cima|vermelho
⏫|0.6|botão de avanço para cima|dupla|flechas para cima|seta|seta dupla para cima
🔽|0.6|botão apontando para baixo|botão de triângulo apontando para baixo|seta|triângulo|triângulo apontando para baixo|vermelho
⏬|0.6|botão de avanço para baixo|flechas|flechas para baixo|retroceder rápido|seta|seta dupla para baixo
⏸️|0.7|botão pausar|barra|dupla|pausado|pause|vertical
⏹️|0.7|botão parar|quadrado|stop
⏺️|0.7|botão gravar|círculo
⏏️|1|botão ejetar
🎦|0.6|cinema|entretenimento|filme|símbolo do cinema
🔅|1|botão de diminuir brilho|escurecer|símbolo para reduzir brilho
🔆|1|botão de aumentar brilho|símbolo para aumentar brilho
📶|0.6|barras de sinal|antena|antena com barras|celular|conexão|força do sinal|internet|sinais de telefonia móvel|telefone
🛜|15|sem fio|banda larga|computador|conectividade|internet|ponto de acesso|rede|roteador|smartphone|wi-fi|wifi|wireless
📳|0.6|modo vibratório|cel|celular|smartphone|telefone|vibração
📴|0.6|telefone celular desligado|desligue o celular|smartphone
♀️|4|símbolo de feminino|mulher
♂️|4|símbolo de masculino|homem
⚧️|13|símbolo transgênero
✖️|0.6|sinal de multiplicação|cancelar|multiplicar|x|x de multiplicação|x preto|×
➕|0.6|símbolo de adição|+|cruz|mais|matemática|sinal|sinal de maior|sinal de mais|somar
➖|0.6|símbolo de subtração|-|diminuir|matemática|menos|sinal|sinal de menos|travessão|−
➗|0.6|símbolo de divisão|dividir|matemática|sinal|sinal de divisão|sinal de divisão grande|÷
🟰|14|sinal de igual|conta|iguais|igualdade|matemática|resposta|resultado
♾️|11|infinito|eternidade|ilimitado|universal
‼️|0.6|dupla exclamação|!|!!|exclamação dupla|explosão|ponto de exclamação duplo|pontuação
⁉️|0.6|exclamação com interrogação|!|!?|?|pergunta|pontuação|sinal
❓|0.6|ponto de interrogação vermelho|?|pergunta|pontuação|sinal
❔|0.6|ponto de interrogação branco|?|delineado|pergunta|pontuação|sinal
❕|0.6|ponto de exclamação branco|!|delineado|mark|pontuação|sinal
❗|0.6|ponto de exclamação vermelho|!|pontuação
〰️|0.6|travessão ondulado|onda|pontuação
💱|0.6|câmbio de moeda|banco|dinheiro
💲|0.6|cifrão|dinheiro|dólar|grana|moeda|símbolo do dólar|símbolo do dólar em negrito
⚕️|4|símbolo da medicina|bastão de asclépio|esculápio
♻️|0.6|símbolo de reciclagem|reclicar|sinal|símbolo de reciclagem sólido universal
⚜️|1|flor-de-lis|cavaleiros|símbolo
🔱|0.6|emblema de tridente|ferramenta|navio|símbolo de tridente|âncora
📛|0.6|crachá|identificação|nome
🔰|0.6|símbolo japonês de principiante|folha verde e amarela|iniciante|símbolo japonês para iniciante|verde e amarela|verde e amarelo
⭕|0.6|círculo grande oco|aro|círculo vermelho vazio|vermelho
✅|0.6|marca de seleção branca|botão|check|completo|feito|marca de verificação|marca de verificação grande|verificado|verificação|✓
☑️|0.6|caixa de seleção marcada com tique|check|feito|marca de verificação|marca de verificação cinza|verificação|✓
✔️|0.6|marca de seleção|check|feito|marca de verificação simples|marcar|selecionar|verificação|✓
❌|0.6|xis|cancelar|multiplicar|multiplicação|vermelho|×
❎|0.6|botão de xis|botão com x|botão de caixa com x|marcado|multiplicar|quadrado|x em um quadrado verde|x verde|×
➰|0.6|laço encaracolado|loop|onda|ondulado|volta
➿|1|loop encaracolado duas vezes|duplo|encaradolado|onda|ondulado
〽️|0.6|sinal japonês indicando início de música|canto|símbolo japonês de canto
✳️|0.6|asterisco de oito pontas|*|estrela
✴️|0.6|estrela de oito pontas|*
❇️|0.6|faísca|*|cruz
©️|0.6|símbolo de copyright|direitos autorais
®️|0.6|símbolo de registrado|marca registrada|marca registrada “r”
™️|0.6|símbolo de marca registrada|marca registrada “tm”
🫟|16|respingo|mancha|tinta
#️⃣|0.6|tecla: #
*️⃣|2|tecla: *
0️⃣|0.6|tecla: 0|zero
1️⃣|0.6|tecla: 1|um
2️⃣|0.6|tecla: 2|dois
3️⃣|0.6|tecla: 3|três
4️⃣|0.6|tecla: 4|quatro
5️⃣|0.6|tecla: 5|cinco
6️⃣|0.6|tecla: 6|seis
7️⃣|0.6|tecla: 7|sete
8️⃣|0.6|tecla: 8|oito
9️⃣|0.6|tecla: 9|nove
🔟|0.6|tecla: 10
🔠|0.6|letras latinas maiúsculas|abcd|caracteres latinos maiúsculos|digitação|inserir caracteres latinos maiúsculos|maiúsculos
🔡|0.6|letras latinas minúsculas|abcd|caracteres latinos minúsculos|digitação|latino|minúsculos
🔢|0.6|números|1234|digitação|inserir números
🔣|0.6|símbolos|digitação|inserir símbolos|〒♪&%
🔤|0.6|letras latinas|abc|alfabeto|digitação|inglês|inserir alfabeto latino|latino
🅰️|0.6|botão A (tipo sanguíneo)|sangue|tipo a|tipo sanguíneo a
🆎|0.6|botão AB (tipo sanguíneo)|sangue|tipo ab|tipo sanguíneo ab
🅱️|0.6|botão B (tipo sanguíneo)|sangue|tipo b|tipo sanguíneo b
🆑|0.6|botão CL|limpar|símbolo do cl
🆒|0.6|botão "COOL"|botão cool|legal|símbolo “cool”
🆓|0.6|botão "FREE"|gratuito|grátis|símbolo|símbolo “free”
ℹ️|0.6|informações|informação|símbolo|símbolo de informações
🆔|0.6|botão ID|identidade|símbolo|símbolo “id”
Ⓜ️|0.6|círculo com a letra M
🆕|0.6|botão "NEW"|novo|símbolo
🆖|0.6|botão NG|símbolo|símbolo “ng”
🅾️|0.6|botão O (tipo sanguíneo)|sangue|tipo o|tipo sanguíneo o
🆗|0.6|botão OK|sim|símbolo “ok”
🅿️|0.6|botão P|estacionamento|estacionar|garagem de carros
🆘|0.6|botão SOS|ajuda|socorro|símbolo|símbolo “sos”
🆙|0.6|botão "UP!"|para cima|símbolo|símbolo “up!”
🆚|0.6|botão VS|símbolo|símbolo “vs”|versus
🈁|0.6|botão japonês de “aqui”|"aqui"|alfabeto|botão "aqui"|katakana|koko|ココ
🈂️|0.6|botão japonês de “taxa de serviço”|alfabeto|katakana|katanaka|sa|サ
🈷️|0.6|botão japonês de “quantidade mensal”|alfabeto|ideograma|ideográfico|valor mensal|月
🈶|0.6|botão japonês de “não gratuito”|alfabeto|ideograma|ideográfico|有
🈯|0.6|botão japonês de “reservado”|alfabeto|ideograma|ideográfico|指
🉐|0.6|botão japonês de “barganha”|alfabeto|ideograma|ideográfico|pechincha|得
🈹|0.6|botão japonês de “desconto”|alfabeto|ideograma|ideográfico|割
🈚|0.6|botão japonês de “gratuito”|alfabeto|de graça|grátis|ideograma|ideográfico|sem custo|無
🈲|0.6|botão japonês de “proibido”|alfabeto|ideograma|ideográfico|ideográfico quadrado “proibir”|proibir|禁
🉑|0.6|botão japonês de “aceitável”|aceitar|alfabeto|chinês|ideograma|ideográfico circular “aceitar”|可
🈸|0.6|botão japonês de “aplicação”|alfabeto|aplicar|chinês|ideograma|ideográfico quadrado “aplicar”|申
🈴|0.6|botão japonês de “nota mínima”|alfabeto|chinês|ideograma|ideográfico|ideográfico quadrado “juntos”|juntos|合
🈳|0.6|botão japonês de “vago”|alfabeto|ideograma|ideográfico|vaga|vazio|空
㊗️|0.6|botão japonês de “parabéns”|alfabeto|ideograma|ideográfico|ideográfico circular “parabéns”|janonês|祝
㊙️|0.6|botão japonês de “segredo”|alfabeto|ideograma|ideográfico|ideográfico circular “segredo”|秘
🈺|0.6|botão japonês de “aberto para negócios”|chinês|ideograma|ideográfico quadrado “operando”|operando|営
🈵|0.6|botão japonês de “sem vagas”|alfabeto|completude|ideograma|ideográfico|ideográfico quadrado “completude”|満
🔴|0.6|círculo vermelho|bola vermelha|círculo vermelho grande|geométrico
🟠|12|círculo laranja
🟡|12|círculo amarelo
🟢|12|círculo verde
🔵|0.6|círculo azul|bolinha azul|círculo azul grande|geométrico
🟣|12|círculo roxo
🟤|12|círculo marrom
⚫|0.6|círculo preto|geométrico
⚪|0.6|círculo branco|geométrico
🟥|12|quadrado vermelho
🟧|12|quadrado laranja
🟨|12|quadrado amarelo
🟩|12|quadrado verde
🟦|12|quadrado azul|anil
🟪|12|quadrado roxo|púrpura
🟫|12|quadrado marrom
⬛|0.6|quadrado preto grande|geométrico
⬜|0.6|quadrado branco grande|geométrico
◼️|0.6|quadrado preto médio|geométrico
◻️|0.6|quadrado branco médio|geométrico
◾|0.6|quadrado preto médio menor|geométrico
◽|0.6|quadrado branco médio menor|geométrico
▪️|0.6|quadrado preto pequeno|geométrico
▫️|0.6|quadrado branco pequeno|geométrico
🔶|0.6|losango laranja grande|cor de laranja|diamante|diamante cor de laranja grande|diamante laranja grande|geométrico
🔷|0.6|losango azul grande|balão|diamante|diamante azul grande|geométrico
🔸|0.6|losango laranja pequeno|cor de laranja|diamante|diamante cor de laranja pequeno|diamante laranja pequeno|geométrico
🔹|0.6|losango azul pequeno|diamante|diamante azul pequeno|geométrico
🔺|0.6|triângulo vermelho para cima|geométrico|triangulo vermelho para cima|triângulo vermelho apontando para cima
🔻|0.6|triângulo vermelho para baixo|geométrico|triangulo vermelho para baixo|triângulo vermelho apontando para baixo
💠|0.6|diamante com um ponto|cômico|dentro|diamante com ponto|formato de diamante|geométrico
🔘|0.6|botão de opção|geométrico|rádio
🔳|0.6|botão quadrado branco|botão quadrado branco e preto
🔲|0.6|botão quadrado preto|botão quadrado preto e branco|geométrico

🏁|0.6|bandeira quadriculada|chegada|corrida|esporte|vitória
🚩|0.6|bandeira triangular|informações|localização|poste|vermelha|vermelho
🎌|0.6|bandeiras cruzadas|comemoração|cruzar|japonês|japão
🏴|1|bandeira preta|tremulando
🏳️|0.7|bandeira branca|paz|tremulando
🏳️‍🌈|4|bandeira do arco-íris|bissexual|gay|lgbt|lgbtq|lgbtqia|lésbica|orgulho|transexual|transgênero|travesti
🏳️‍⚧️|13|bandeira transgênero|azul claro|branco|rosa
🏴‍☠️|11|bandeira de pirata|caveira|osso|saque|tesouro
🇦🇨|2|bandeira: Ilha de Ascensão|AC
🇦🇩|2|bandeira: Andorra|AD
🇦🇪|2|bandeira: Emirados Árabes Unidos|AE
🇦🇫|2|bandeira: Afeganistão
🇦🇬|2|bandeira: Antígua e Barbuda|AG
🇦🇮|2|bandeira: Anguila|AI
🇦🇱|2|bandeira: Albânia
🇦🇲|2|bandeira: Armênia|AM
🇦🇴|2|bandeira: Angola|AO
🇦🇶|2|bandeira: Antártida|AQ
🇦🇷|2|bandeira: Argentina
🇦🇸|2|bandeira: Samoa Americana|AS
🇦🇹|2|bandeira: Áustria|AT
🇦🇺|2|bandeira: Austrália
🇦🇼|2|bandeira: Aruba|AW
🇦🇽|2|bandeira: Ilhas Aland|AX
🇦🇿|2|bandeira: Azerbaijão
🇧🇦|2|bandeira: Bósnia e Herzegovina
🇧🇧|2|bandeira: Barbados|BB
🇧🇩|2|bandeira: Bangladesh|BD
🇧🇪|2|bandeira: Bélgica|BE
🇧🇫|2|bandeira: Burquina Faso|BF
🇧🇬|2|bandeira: Bulgária|BG
🇧🇭|2|bandeira: Barein|BH
🇧🇮|2|bandeira: Burundi|BI
🇧🇯|2|bandeira: Benin|BJ
🇧🇱|2|bandeira: São Bartolomeu|BL
🇧🇲|2|bandeira: Bermudas|BM
🇧🇳|2|bandeira: Brunei|BN
🇧🇴|2|bandeira: Bolívia
🇧🇶|2|bandeira: Países Baixos Caribenhos|BQ
🇧🇷|2|bandeira: Brasil
🇧🇸|2|bandeira: Bahamas|BS
🇧🇹|2|bandeira: Butão|BT
🇧🇻|2|bandeira: Ilha Bouvet|BV
🇧🇼|2|bandeira: Botsuana|BW
🇧🇾|2|bandeira: Bielorrússia|BY
🇧🇿|2|bandeira: Belize|BZ
🇨🇦|2|bandeira: Canadá
🇨🇨|2|bandeira: Ilhas Cocos (Keeling)|CC
🇨🇩|2|bandeira: Congo - Kinshasa|CD
🇨🇫|2|bandeira: República Centro-Africana|CF
🇨🇬|2|bandeira: República do Congo|CG
🇨🇭|2|bandeira: Suíça|CH
🇨🇮|2|bandeira: Costa do Marfim|CI
🇨🇰|2|bandeira: Ilhas Cook|CK
🇨🇱|2|bandeira: Chile|CL
🇨🇲|2|bandeira: Camarões|CM
🇨🇳|0.6|bandeira: China|CN
🇨🇴|2|bandeira: Colômbia
🇨🇵|2|bandeira: Ilha de Clipperton|CP
🇨🇶|16|bandeira: Sark|CQ
🇨🇷|2|bandeira: Costa Rica|CR
🇨🇺|2|bandeira: Cuba
🇨🇻|2|bandeira: Cabo Verde|CV
🇨🇼|2|bandeira: Curaçao|CW
🇨🇽|2|bandeira: Ilha Christmas|CX
🇨🇾|2|bandeira: Chipre|CY
🇨🇿|2|bandeira: Tchéquia|CZ
🇩🇪|0.6|bandeira: Alemanha
🇩🇬|2|bandeira: Diego Garcia|DG
🇩🇯|2|bandeira: Djibuti
🇩🇰|2|bandeira: Dinamarca|DK
🇩🇲|2|bandeira: Dominica|DM
🇩🇴|2|bandeira: República Dominicana
🇩🇿|2|bandeira: Argélia|DZ
🇪🇦|2|bandeira: Ceuta e Melilla|EA
🇪🇨|2|bandeira: Equador|EC
🇪🇪|2|bandeira: Estônia|EE
🇪🇬|2|bandeira: Egito
🇪🇭|2|bandeira: Saara Ocidental|EH
🇪🇷|2|bandeira: Eritreia
🇪🇸|0.6|bandeira: Espanha
🇪🇹|2|bandeira: Etiópia
🇪🇺|2|bandeira: União Europeia
🇫🇮|2|bandeira: Finlândia
🇫🇯|2|bandeira: Fiji|FJ
🇫🇰|2|bandeira: Ilhas Malvinas|FK
🇫🇲|2|bandeira: Micronésia|FM
🇫🇴|2|bandeira: Ilhas Faroé|FO
🇫🇷|0.6|bandeira: França
🇬🇦|2|bandeira: Gabão
🇬🇧|0.6|bandeira: Reino Unido|GB
🇬🇩|2|bandeira: Granada|GD
🇬🇪|2|bandeira: Geórgia
🇬🇫|2|bandeira: Guiana Francesa|GF
🇬🇬|2|bandeira: Guernsey|GG
🇬🇭|2|bandeira: Gana|GH
🇬🇮|2|bandeira: Gibraltar
🇬🇱|2|bandeira: Groenlândia|GL
🇬🇲|2|bandeira: Gâmbia|GM
🇬🇳|2|bandeira: Guiné|GN
🇬🇵|2|bandeira: Guadalupe|GP
🇬🇶|2|bandeira: Guiné Equatorial|GQ
🇬🇷|2|bandeira: Grécia
🇬🇸|2|bandeira: Ilhas Geórgia do Sul e Sandwich do Sul|GS
🇬🇹|2|bandeira: Guatemala|GT
🇬🇺|2|bandeira: Guam
🇬🇼|2|bandeira: Guiné-Bissau|GW
🇬🇾|2|bandeira: Guiana|GY
🇭🇰|2|bandeira: Hong Kong, RAE da China|HK
🇭🇲|2|bandeira: Ilhas Heard e McDonald|HM
🇭🇳|2|bandeira: Honduras|HN
🇭🇷|2|bandeira: Croácia|HR
🇭🇹|2|bandeira: Haiti|HT
🇭🇺|2|bandeira: Hungria
🇮🇨|2|bandeira: Ilhas Canárias|IC
🇮🇩|2|bandeira: Indonésia|ID
🇮🇪|2|bandeira: Irlanda|IE
🇮🇱|2|bandeira: Israel|IL
🇮🇲|2|bandeira: Ilha de Man|IM
🇮🇳|2|bandeira: Índia|IN
🇮🇴|2|bandeira: Território Britânico do Oceano Índico
🇮🇶|2|bandeira: Iraque|IQ
🇮🇷|2|bandeira: Irã
🇮🇸|2|bandeira: Islândia
🇮🇹|0.6|bandeira: Itália
🇯🇪|2|bandeira: Jersey
🇯🇲|2|bandeira: Jamaica|JM
🇯🇴|2|bandeira: Jordânia
🇯🇵|0.6|bandeira: Japão|JP
🇰🇪|2|bandeira: Quênia|KE
🇰🇬|2|bandeira: Quirguistão|KG
🇰🇭|2|bandeira: Camboja|KH
🇰🇮|2|bandeira: Quiribati|KI
🇰🇲|2|bandeira: Comores|KM
🇰🇳|2|bandeira: São Cristóvão e Névis|KN
🇰🇵|2|bandeira: Coreia do Norte|KP
🇰🇷|0.6|bandeira: Coreia do Sul|KR
🇰🇼|2|bandeira: Kuwait|KW
🇰🇾|2|bandeira: Ilhas Cayman|KY
🇰🇿|2|bandeira: Cazaquistão|KZ
🇱🇦|2|bandeira: Laos
🇱🇧|2|bandeira: Líbano|LB
🇱🇨|2|bandeira: Santa Lúcia|LC
🇱🇮|2|bandeira: Liechtenstein
🇱🇰|2|bandeira: Sri Lanka|LK
🇱🇷|2|bandeira: Libéria|LR
🇱🇸|2|bandeira: Lesoto|LS
🇱🇹|2|bandeira: Lituânia|LT
🇱🇺|2|bandeira: Luxemburgo
🇱🇻|2|bandeira: Letônia|LV
🇱🇾|2|bandeira: Líbia|LY
🇲🇦|2|bandeira: Marrocos
🇲🇨|2|bandeira: Mônaco|MC
🇲🇩|2|bandeira: Moldávia|MD
🇲🇪|2|bandeira: Montenegro|ME
🇲🇫|2|bandeira: São Martinho|MF
🇲🇬|2|bandeira: Madagascar|MG
🇲🇭|2|bandeira: Ilhas Marshall|MH
🇲🇰|2|bandeira: Macedônia do Norte|MK
🇲🇱|2|bandeira: Mali|ML
🇲🇲|2|bandeira: Mianmar (Birmânia)|MM
🇲🇳|2|bandeira: Mongólia|MN
🇲🇴|2|bandeira: Macau, RAE da China|MO
🇲🇵|2|bandeira: Ilhas Marianas do Norte|MP
🇲🇶|2|bandeira: Martinica|MQ
🇲🇷|2|bandeira: Mauritânia|MR
🇲🇸|2|bandeira: Montserrat|MS
🇲🇹|2|bandeira: Malta|MT
🇲🇺|2|bandeira: Maurício|MU
🇲🇻|2|bandeira: Maldivas|MV
🇲🇼|2|bandeira: Malaui|MW
🇲🇽|2|bandeira: México|MX
🇲🇾|2|bandeira: Malásia|MY
🇲🇿|2|bandeira: Moçambique|MZ
🇳🇦|2|bandeira: Namíbia
🇳🇨|2|bandeira: Nova Caledônia|NC
🇳🇪|2|bandeira: Níger|NE
🇳🇫|2|bandeira: Ilha Norfolk|NF
🇳🇬|2|bandeira: Nigéria|NG
🇳🇮|2|bandeira: Nicarágua
🇳🇱|2|bandeira: Países Baixos|NL
🇳🇴|2|bandeira: Noruega
🇳🇵|2|bandeira: Nepal|NP
🇳🇷|2|bandeira: Nauru|NR
🇳🇺|2|bandeira: Niue|NU
🇳🇿|2|bandeira: Nova Zelândia|NZ
🇴🇲|2|bandeira: Omã
🇵🇦|2|bandeira: Panamá
🇵🇪|2|bandeira: Peru
🇵🇫|2|bandeira: Polinésia Francesa|PF
🇵🇬|2|bandeira: Papua-Nova Guiné|PG
🇵🇭|2|bandeira: Filipinas|PH
🇵🇰|2|bandeira: Paquistão|PK
🇵🇱|2|bandeira: Polônia|PL
🇵🇲|2|bandeira: São Pedro e Miquelão|PM
🇵🇳|2|bandeira: Ilhas Pitcairn|PN
🇵🇷|2|bandeira: Porto Rico|PR
🇵🇸|2|bandeira: Territórios palestinos|PS
🇵🇹|2|bandeira: Portugal|PT
🇵🇼|2|bandeira: Palau|PW
🇵🇾|2|bandeira: Paraguai|PY
🇶🇦|2|bandeira: Catar|QA
🇷🇪|2|bandeira: Reunião
🇷🇴|2|bandeira: Romênia
🇷🇸|2|bandeira: Sérvia|RS
🇷🇺|0.6|bandeira: Rússia|RU
🇷🇼|2|bandeira: Ruanda|RW
🇸🇦|2|bandeira: Arábia Saudita
🇸🇧|2|bandeira: Ilhas Salomão|SB
🇸🇨|2|bandeira: Seicheles|SC
🇸🇩|2|bandeira: Sudão|SD
🇸🇪|2|bandeira: Suécia|SE
🇸🇬|2|bandeira: Singapura|SG
🇸🇭|2|bandeira: Santa Helena|SH
🇸🇮|2|bandeira: Eslovênia|SI
🇸🇯|2|bandeira: Svalbard e Jan Mayen|SJ
🇸🇰|2|bandeira: Eslováquia|SK
🇸🇱|2|bandeira: Serra Leoa|SL
🇸🇲|2|bandeira: San Marino|SM
🇸🇳|2|bandeira: Senegal|SN
🇸🇴|2|bandeira: Somália
🇸🇷|2|bandeira: Suriname|SR
🇸🇸|2|bandeira: Sudão do Sul|SS
🇸🇹|2|bandeira: São Tomé e Príncipe|ST
🇸🇻|2|bandeira: El Salvador|SV
🇸🇽|2|bandeira: Sint Maarten|SX
🇸🇾|2|bandeira: Síria|SY
🇸🇿|2|bandeira: Essuatíni|SZ
🇹🇦|2|bandeira: Tristão da Cunha|TA
🇹🇨|2|bandeira: Ilhas Turcas e Caicos|TC
🇹🇩|2|bandeira: Chade|TD
🇹🇫|2|bandeira: Territórios Franceses do Sul|TF
🇹🇬|2|bandeira: Togo|TG
🇹🇭|2|bandeira: Tailândia|TH
🇹🇯|2|bandeira: Tadjiquistão|TJ
🇹🇰|2|bandeira: Tokelau|TK
🇹🇱|2|bandeira: Timor-Leste|TL
🇹🇲|2|bandeira: Turcomenistão|TM
🇹🇳|2|bandeira: Tunísia|TN
🇹🇴|2|bandeira: Tonga
🇹🇷|2|bandeira: Turquia|TR
🇹🇹|2|bandeira: Trinidad e Tobago|TT
🇹🇻|2|bandeira: Tuvalu|TV
🇹🇼|2|bandeira: Taiwan|TW
🇹🇿|2|bandeira: Tanzânia|TZ
🇺🇦|2|bandeira: Ucrânia|UA
🇺🇬|2|bandeira: Uganda
🇺🇲|2|bandeira: Ilhas Menores Distantes dos EUA|UM
🇺🇳|4|bandeira: Nações Unidas
🇺🇸|0.6|bandeira: Estados Unidos|US
🇺🇾|2|bandeira: Uruguai|UY
🇺🇿|2|bandeira: Uzbequistão
🇻🇦|2|bandeira: Cidade do Vaticano
🇻🇨|2|bandeira: São Vicente e Granadinas|VC
🇻🇪|2|bandeira: Venezuela
🇻🇬|2|bandeira: Ilhas Virgens Britânicas|VG
🇻🇮|2|bandeira: Ilhas Virgens Americanas
🇻🇳|2|bandeira: Vietnã|VN
🇻🇺|2|bandeira: Vanuatu|VU
🇼🇫|2|bandeira: Wallis e Futuna|WF
🇼🇸|2|bandeira: Samoa|WS
🇽🇰|2|bandeira: Kosovo|XK
🇾🇪|2|bandeira: Iêmen|YE
🇾🇹|2|bandeira: Mayotte|YT
🇿🇦|2|bandeira: África do Sul|ZA
🇿🇲|2|bandeira: Zâmbia|ZM
🇿🇼|2|bandeira: Zimbábue|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|bandeira: Inglaterra|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|bandeira: Escócia|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|bandeira: País de Gales|gbwls`;
