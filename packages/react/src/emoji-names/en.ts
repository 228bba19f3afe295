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

export const lines: string = `😀|1|grinning face|cheerful|cheery|happy|laugh|nice|smile|smiling|teeth
😃|0.6|grinning face with big eyes|awesome|happy|mouth|open|smile|smiling|teeth|yay
😄|0.6|grinning face with smiling eyes|happy|laugh|lol|mouth|open|smile
😁|0.6|beaming face with smiling eyes|grin|grinning|happy|nice|smile|teeth
😆|0.6|grinning squinting face|closed|eyes|haha|hahaha|happy|laugh|lol|mouth|open|rofl|smile|smiling
😅|0.6|grinning face with sweat|cold|dejected|excited|mouth|nervous|open|smile|smiling|stress|stressed
🤣|3|rolling on the floor laughing|crying|face|funny|haha|happy|hehe|hilarious|joy|lmao|lol|rofl|roflmao|tear
😂|0.6|face with tears of joy|crying|feels|funny|haha|happy|hehe|hilarious|laugh|lmao|lol|rofl|roflmao
🙂|1|slightly smiling face|happy|smile
🙃|1|upside-down face|hehe|smile
🫠|14|melting face|disappear|dissolve|embarrassed|haha|heat|hot|liquid|lol|sarcasm|sarcastic
😉|0.6|winking face|flirt|heartbreaker|sexy|slide|tease|winks
😊|0.6|smiling face with smiling eyes|blush|glad|satisfied|smile
😇|1|smiling face with halo|angel|angelic|angels|blessed|fairy|fairytale|fantasy|happy|innocent|peaceful|smile|spirit|tale
🥰|11|smiling face with hearts|3|adore|crush|ily|love|romance|smile|you
😍|0.6|smiling face with heart-eyes|143|bae|feels|hearts|ily|kisses|love|romance|romantic|smile|xoxo
🤩|5|star-struck|excited|eyes|face|grinning|smile|starry-eyed|wow
😘|0.6|face blowing a kiss|adorbs|bae|flirt|heart|ily|love|lover|miss|muah|romantic|smooch|xoxo|you
😗|1|kissing face|143|date|dating|flirt|ily|love|smooch|smooches|xoxo|you
☺️|0.6|smiling face|happy|outlined|relaxed|smile
😚|0.6|kissing face with closed eyes|143|bae|blush|date|dating|flirt|ily|kisses|smooches|xoxo
😙|1|kissing face with smiling eyes|143|closed|date|dating|flirt|ily|kisses|love|night|smile
🥲|13|smiling face with tear|glad|grateful|happy|joy|pain|proud|relieved|smile|smiley|touched
😋|0.6|face savoring food|delicious|eat|full|hungry|smile|smiling|tasty|um|yum|yummy
😛|1|face with tongue|awesome|cool|nice|party|stuck-out|sweet
😜|0.6|winking face with tongue|crazy|epic|eye|funny|joke|loopy|nutty|party|stuck-out|wacky|weirdo|yolo
🤪|5|zany face|crazy|eye|eyes|goofy|large|small
😝|0.6|squinting face with tongue|closed|eye|eyes|gross|horrible|omg|stuck-out|taste|whatever|yolo
🤑|1|money-mouth face|paid
🤗|1|smiling face with open hands|hug|hugging
🤭|5|face with hand over mouth|giggle|giggling|oops|realization|secret|shock|sudden|surprise|whoops
🫢|14|face with open eyes and hand over mouth|amazement|awe|disbelief|embarrass|gasp|omg|quiet|scared|shock|surprise
🫣|14|face with peeking eye|captivated|embarrass|hide|hiding|peep|scared|shy|stare
🤫|5|shushing face|quiet|shh
🤔|1|thinking face|chin|consider|hmm|ponder|pondering|wondering
🫡|14|saluting face|good|luck|ma’am|ok|respect|salute|sir|troops|yes
🤐|1|zipper-mouth face|keep|quiet|secret|shut
🤨|5|face with raised eyebrow|disapproval|disbelief|distrust|emoji|hmm|mild|skeptic|skeptical|skepticism|surprise|what
😐|0.7|neutral face|awkward|blank|deadpan|expressionless|fine|jealous|meh|oh|shade|straight|unamused|unhappy|unimpressed|whatever
😑|1|expressionless face|awkward|dead|fine|inexpressive|jealous|meh|not|oh|omg|straight|uh|unhappy|unimpressed|whatever
😶|1|face without mouth|awkward|blank|expressionless|mouthless|mute|quiet|secret|silence|silent|speechless
🫥|14|dotted line face|depressed|disappear|hidden|hide|introvert|invisible|meh|whatever|wtv
😶‍🌫️|13.1|face in clouds|absentminded|fog|head
😏|0.6|smirking face|boss|dapper|flirt|homie|kidding|leer|shade|slick|sly|smug|snicker|suave|suspicious|swag
😒|0.6|unamused face|...|bored|fine|jealous|jel|jelly|pissed|smh|ugh|uhh|unhappy|weird|whatever
🙄|1|face with rolling eyes|eyeroll|shade|ugh|whatever
😬|1|grimacing face|awk|awkward|dentist|grimace|grinning|smile|smiling
😮‍💨|13.1|face exhaling|blow|blowing|exhale|exhausted|gasp|groan|relief|sigh|smiley|smoke|whisper|whistle
🤥|3|lying face|liar|lie|pinocchio
🫨|15|shaking face|crazy|daze|earthquake|omg|panic|shock|surprise|vibrate|whoa|wow
🙂‍↔️|15.1|head shaking horizontally|no|shake
🙂‍↕️|15.1|head shaking vertically|nod|yes
😌|0.6|relieved face|calm|peace|relief|zen
😔|0.6|pensive face|awful|bored|dejected|died|disappointed|losing|lost|sad|sucks
😪|0.6|sleepy face|crying|good|night|sad|sleeping|tired
🤤|3|drooling face
😴|1|sleeping face|bed|bedtime|good|goodnight|nap|night|tired|whatever|yawn|zzz
🫩|16|face with bags under eyes|bored|exhausted|fatigued|late|sleepy|tired|weary
😷|0.6|face with medical mask|cold|dentist|dermatologist|doctor|dr|germs|medicine|sick
🤒|1|face with thermometer|ill|sick
🤕|1|face with head-bandage|hurt|injury|ouch
🤢|3|nauseated face|gross|nasty|sick|vomit
🤮|5|face vomiting|barf|ew|gross|puke|sick|spew|throw|up
🤧|3|sneezing face|fever|flu|gesundheit|sick|sneeze
🥵|11|hot face|dying|feverish|heat|panting|red-faced|stroke|sweating|tongue
🥶|11|cold face|blue|blue-faced|freezing|frostbite|icicles|subzero|teeth
🥴|11|woozy face|dizzy|drunk|eyes|intoxicated|mouth|tipsy|uneven|wavy
😵|0.6|face with crossed-out eyes|dead|dizzy|feels|knocked|sick|tired
😵‍💫|13.1|face with spiral eyes|confused|dizzy|hypnotized|omg|smiley|trouble|whoa|woah|woozy
🤯|5|exploding head|blown|explode|mind|mindblown|no|shocked|way
🤠|3|cowboy hat face|cowgirl
🥳|11|partying face|bday|birthday|celebrate|celebration|excited|happy|hat|hooray|horn
🥸|13|disguised face|eyebrow|glasses|incognito|moustache|mustache|nose|person|spy|tache|tash
😎|1|smiling face with sunglasses|awesome|beach|bright|bro|chilling|cool|rad|relaxed|shades|slay|smile|style|swag|win
🤓|1|nerd face|brainy|clever|expert|geek|gifted|glasses|intelligent|smart
🧐|5|face with monocle|classy|fancy|rich|stuffy|wealthy
😕|1|confused face|befuddled|confusing|dunno|frown|hm|meh|not|sad|sorry|sure
🫤|14|face with diagonal mouth|confused|confusion|disappointed|doubt|doubtful|frustrated|frustration|meh|skeptical|unsure|whatever|wtv
😟|1|worried face|anxious|butterflies|nerves|nervous|sad|stress|stressed|surprised|worry
🙁|1|slightly frowning face|sad
☹️|0.7|frowning face|sad
😮|1|face with open mouth|believe|forgot|omg|shocked|surprised|sympathy|unbelievable|unreal|whoa|wow|you
😯|1|hushed face|epic|omg|stunned|surprised|whoa|woah
😲|0.6|astonished face|cost|no|omg|shocked|totally|way
😳|0.6|flushed face|amazed|awkward|crazy|dazed|dead|disbelief|embarrassed|geez|heat|hot|impressed|jeez|what|wow
🫪|17|distorted face|anxiety|bloated|panic|shocked|surprised|vulnerable
🥺|11|pleading face|begging|big|eyes|mercy|not|please|pretty|puppy|sad|why
🥹|14|face holding back tears|admiration|aww|cry|embarrassed|feelings|grateful|gratitude|joy|please|proud|resist|sad
😦|1|frowning face with open mouth|caught|guard|scared|scary|surprise|what|wow
😧|1|anguished face|forgot|scared|scary|stressed|surprise|unhappy|what|wow
😨|0.6|fearful face|afraid|anxious|blame|scared|worried
😰|0.6|anxious face with sweat|blue|cold|eek|mouth|nervous|open|rushed|scared|yikes
😥|0.6|sad but relieved face|anxious|call|close|complicated|disappointed|not|sweat|time|whew
😢|0.6|crying face|awful|feels|miss|sad|tear|triste|unhappy
😭|0.6|loudly crying face|bawling|sad|sob|tear|tears|unhappy
😱|0.6|face screaming in fear|epic|fearful|munch|scared|screamer|shocked|surprised|woah
😖|0.6|confounded face|annoyed|confused|cringe|distraught|feels|frustrated|mad|sad
😣|0.6|persevering face|concentrate|concentration|focus|headache|persevere
😞|0.6|disappointed face|awful|blame|dejected|fail|losing|sad|unhappy
😓|0.6|downcast face with sweat|close|cold|feels|headache|nervous|sad|scared|yikes
😩|0.6|weary face|crying|fail|feels|hungry|mad|nooo|sad|sleepy|tired|unhappy
😫|0.6|tired face|cost|feels|nap|sad|sneeze
🥱|12|yawning face|bedtime|bored|goodnight|nap|night|sleep|sleepy|tired|whatever|zzz
😤|0.6|face with steam from nose|anger|angry|feels|fume|fuming|furious|fury|mad|triumph|unhappy|won
😡|0.6|enraged face|anger|angry|feels|mad|maddening|pouting|red|shade|unhappy|upset
😠|0.6|angry face|anger|blame|feels|frustrated|mad|maddening|rage|shade|unhappy|upset
🤬|5|face with symbols on mouth|censor|cursing|cussing|mad|pissed|swearing
😈|1|smiling face with horns|demon|devil|evil|fairy|fairytale|fantasy|purple|shade|smile|tale
👿|0.6|angry face with horns|demon|devil|evil|fairy|fairytale|fantasy|imp|mischievous|purple|shade|tale
💀|0.6|skull|body|dead|death|face|fairy|fairytale|i’m|lmao|monster|tale|yolo
☠️|1|skull and crossbones|dead|death|face|monster
💩|0.6|pile of poo|bs|comic|doo|dung|face|fml|monster|poop|smelly|smh|stink|stinks|stinky|turd
🤡|3|clown face
👹|0.6|ogre|creature|devil|face|fairy|fairytale|fantasy|mask|monster|scary|tale
👺|0.6|goblin|angry|creature|face|fairy|fairytale|fantasy|mask|mean|monster|tale
👻|0.6|ghost|boo|creature|excited|face|fairy|fairytale|fantasy|halloween|haunting|monster|scary|silly|tale
👽|0.6|alien|creature|extraterrestrial|face|fairy|fairytale|fantasy|monster|space|tale|ufo
👾|0.6|alien monster|creature|extraterrestrial|face|fairy|fairytale|fantasy|game|gamer|games|pixelated|space|tale|ufo
🤖|1|robot|face|monster
😺|0.6|grinning cat|animal|face|mouth|open|smile|smiling
😸|0.6|grinning cat with smiling eyes|animal|face|smile
😹|0.6|cat with tears of joy|animal|face|laugh|laughing|lol
😻|0.6|smiling cat with heart-eyes|animal|face|love|smile
😼|0.6|cat with wry smile|animal|face|ironic
😽|0.6|kissing cat|animal|closed|eye|eyes|face
🙀|0.6|weary cat|animal|face|oh|surprised
😿|0.6|crying cat|animal|face|sad|tear
😾|0.6|pouting cat|animal|face
🙈|0.6|see-no-evil monkey|embarrassed|face|forbidden|forgot|gesture|hide|omg|prohibited|scared|secret|smh|watch
🙉|0.6|hear-no-evil monkey|animal|ears|face|forbidden|gesture|listen|not|prohibited|secret|shh|tmi
🙊|0.6|speak-no-evil monkey|animal|face|forbidden|gesture|not|oops|prohibited|quiet|secret|stealth
💌|0.6|love letter|heart|mail|romance|valentine
💘|0.6|heart with arrow|143|adorbs|cupid|date|emotion|ily|love|romance|valentine
💝|0.6|heart with ribbon|143|anniversary|emotion|ily|kisses|valentine|xoxo
💖|0.6|sparkling heart|143|emotion|excited|good|ily|kisses|morning|night|sparkle|xoxo
💗|0.6|growing heart|143|emotion|excited|heartpulse|ily|kisses|muah|nervous|pulse|xoxo
💓|0.6|beating heart|143|cardio|emotion|heartbeat|ily|love|pulsating|pulse
💞|0.6|revolving hearts|143|adorbs|anniversary|emotion
💕|0.6|two hearts|143|anniversary|date|dating|emotion|ily|kisses|love|loving|xoxo
💟|0.6|heart decoration|143|emotion|hearth|purple|white
❣️|1|heart exclamation|heavy|mark|punctuation
💔|0.6|broken heart|break|crushed|emotion|heartbroken|lonely|sad
❤️‍🔥|13.1|heart on fire|burn|love|lust|sacred
❤️‍🩹|13.1|mending heart|healthier|improving|recovering|recuperating|well
❤️|0.6|red heart|emotion|love
🩷|15|pink heart|143|adorable|cute|emotion|ily|like|love|special|sweet
🧡|5|orange heart|143
💛|0.6|yellow heart|143|cardiac|emotion|ily|love
💚|0.6|green heart|143|emotion|ily|love|romantic
💙|0.6|blue heart|143|emotion|ily|love|romance
🩵|15|light blue heart|143|cute|cyan|emotion|ily|like|love|sky|special|teal
💜|0.6|purple heart|143|bestest|emotion|ily|love
🤎|12|brown heart|143
🖤|3|black heart|evil|wicked
🩶|15|grey heart|143|emotion|gray|ily|love|silver|slate|special
🤍|12|white heart|143
💋|0.6|kiss mark|dating|emotion|heart|kissing|lips|romance|sexy
💯|0.6|hundred points|100|a+|agree|clearly|definitely|faithful|fleek|full|keep|perfect|score|true|truth|yup
💢|0.6|anger symbol|angry|comic|mad|upset
🫯|17|fight cloud|argument|brawl|debate|disagreement|ruckus|wrestle
💥|0.6|collision|bomb|boom|collide|comic|explode
💫|0.6|dizzy|comic|shining|shooting|star|stars
💦|0.6|sweat droplets|comic|drip|drops|splashing|squirt|water|wet|work|workout
💨|0.6|dashing away|cloud|comic|fart|fast|go|gone|gotta|running|smoke
🕳️|0.7|hole
💬|0.6|speech balloon|bubble|comic|dialog|message|sms|talk|text|typing
👁️‍🗨️|2|eye in speech bubble|balloon|witness
🗨️|2|left speech bubble|balloon|dialog
🗯️|0.7|right anger bubble|angry|balloon|mad
💭|1|thought balloon|bubble|cartoon|cloud|comic|daydream|decisions|dream|idea|invent|invention|realize|think|thoughts|wonder
💤|0.6|ZZZ|comic|good|goodnight|night|sleep|sleeping|sleepy|tired

👋|0.6+|waving hand|bye|cya|g2g|greetings|gtg|hello|hey|hi|later|outtie|ttfn|ttyl|wave|yo|you
🤚|3+|raised back of hand|backhand
🖐️|0.7+|hand with fingers splayed|raised|stop
✋|0.6+|raised hand|5|five|high|stop
🖖|1+|vulcan salute|finger|hand|hands
🫱|14+|rightwards hand|handshake|hold|reach|shake
🫲|14+|leftwards hand|handshake|hold|reach|shake
🫳|14+|palm down hand|dismiss|drop|dropped|pick|shoo|up
🫴|14+|palm up hand|beckon|catch|come|hold|know|lift|me|offer|tell
🫷|15+|leftwards pushing hand|block|five|halt|high|hold|pause|refuse|slap|stop|wait
🫸|15+|rightwards pushing hand|block|five|halt|high|hold|pause|refuse|slap|stop|wait
👌|0.6+|OK hand|awesome|bet|dope|fleek|fosho|got|gotcha|legit|okay|pinch|rad|sure|sweet|three
🤌|13+|pinched fingers|gesture|hand|hold|huh|interrogation|patience|relax|sarcastic|ugh|what|zip
🤏|12+|pinching hand|amount|bit|fingers|little|small|sort
✌️|0.6+|victory hand|peace
🤞|3+|crossed fingers|hand|luck
🫰|14+|hand with index finger and thumb crossed|<3|expensive|heart|love|money|snap
🤟|5+|love-you gesture|fingers|hand|ily|three
🤘|1+|sign of the horns|finger|hand|rock-on
🤙|3+|call me hand|hang|loose|shaka
👈|0.6+|backhand index pointing left|finger
👉|0.6+|backhand index pointing right|finger
👆|0.6+|backhand index pointing up|finger
🖕|1+|middle finger|hand
👇|0.6+|backhand index pointing down|finger
☝️|0.6+|index pointing up|finger|hand|this
🫵|14+|index pointing at the viewer|finger|hand|poke|you
👍|0.6+|thumbs up|+1|good|hand|like|yes
👎|0.6+|thumbs down|-1|bad|dislike|good|hand|no|nope
✊|0.6+|raised fist|clenched|hand|punch|solidarity
👊|0.6+|oncoming fist|absolutely|agree|boom|bro|bruh|bump|clenched|correct|hand|knuckle|pound|punch|rock|ttyl
🤛|3+|left-facing fist|leftwards
🤜|3+|right-facing fist|rightwards
👏|0.6+|clapping hands|applause|approval|awesome|congrats|congratulations|excited|good|great|homie|job|nice|prayed|well|yay
🙌|0.6+|raising hands|celebration|gesture|hooray|praise|raised
🫶|14+|heart hands|<3|love|you
👐|0.6+|open hands|hug|jazz|swerve
🤲|5+|palms up together|cupped|dua|hands|pray|prayer|wish
🤝|3+|handshake|agreement|deal|meeting
🙏|0.6+|folded hands|appreciate|ask|beg|blessed|bow|cmon|five|gesture|high|please|pray|thanks|thx
✍️|0.7+|writing hand|write
💅|0.6+|nail polish|bored|care|cosmetics|done|makeup|manicure|whatever
🤳|3+|selfie|camera|phone
💪|0.6+|flexed biceps|arm|beast|bench|bodybuilder|bro|curls|gains|gym|jacked|muscle|press|ripped|strong|weightlift
🦾|12|mechanical arm|accessibility|prosthetic
🦿|12|mechanical leg|accessibility|prosthetic
🦵|11+|leg|bent|foot|kick|knee|limb
🦶|11+|foot|ankle|feet|kick|stomp
👂|0.6+|ear|body|ears|hear|hearing|listen|listening|sound
🦻|12+|ear with hearing aid|accessibility|hard
👃|0.6+|nose|body|noses|nosey|odor|smell|smells
🧠|5|brain|intelligent|smart
🫀|13|anatomical heart|beat|cardiology|heartbeat|organ|pulse|real|red
🫁|13|lungs|breath|breathe|exhalation|inhalation|organ|respiration
🦷|11|tooth|dentist|pearly|teeth|white
🦴|11|bone|bones|dog|skeleton|wishbone
👀|0.6|eyes|body|face|googly|look|looking|omg|peep|see|seeing
👁️|0.7|eye|1|body|one
👅|0.6|tongue|body|lick|slurp
👄|0.6|mouth|beauty|body|kiss|kissing|lips|lipstick
🫦|14|biting lip|anxious|bite|fear|flirt|flirting|kiss|lipstick|nervous|sexy|uncomfortable|worried|worry
👶|0.6+|baby|babies|children|goo|infant|newborn|pregnant|young
🧒|5+|child|bright-eyed|grandchild|kid|young|younger
👦|0.6+|boy|bright-eyed|child|grandson|kid|son|young|younger
👧|0.6+|girl|bright-eyed|child|daughter|granddaughter|kid|virgo|young|younger|zodiac
🧑|5+|person|adult
👱|0.6+|person: blond hair|blond-haired|human
👨|0.6+|man|adult|bro
🧔|5+|person: beard|bearded|whiskers
🧔‍♂️|13.1+|man: beard|bearded|whiskers
🧔‍♀️|13.1+|woman: beard|bearded|whiskers
👨‍🦰|11+|man: red hair|adult|bro
👨‍🦱|11+|man: curly hair|adult|bro
👨‍🦳|11+|man: white hair|adult|bro
👨‍🦲|11+|man: bald|adult|bro
👩|0.6+|woman|adult|lady
👩‍🦰|11+|woman: red hair|adult|lady
🧑‍🦰|12.1+|person: red hair|adult
👩‍🦱|11+|woman: curly hair|adult|lady
🧑‍🦱|12.1+|person: curly hair|adult
👩‍🦳|11+|woman: white hair|adult|lady
🧑‍🦳|12.1+|person: white hair|adult
👩‍🦲|11+|woman: bald|adult|lady
🧑‍🦲|12.1+|person: bald|adult
👱‍♀️|4+|woman: blond hair|blond-haired|blonde
👱‍♂️|4+|man: blond hair|blond-haired
🧓|5+|older person|adult|elderly|grandparent|wise
👴|0.6+|old man|adult|bald|elderly|gramps|grandfather|grandpa|wise
👵|0.6+|old woman|adult|elderly|grandma|grandmother|granny|lady|wise
🙍|0.6+|person frowning|annoyed|disappointed|disgruntled|disturbed|frustrated|gesture|irritated|upset
🙍‍♂️|4+|man frowning|annoyed|disappointed|disgruntled|disturbed|frustrated|gesture|irritated|upset
🙍‍♀️|4+|woman frowning|annoyed|disappointed|disgruntled|disturbed|frustrated|gesture|irritated|upset
🙎|0.6+|person pouting|disappointed|downtrodden|frown|grimace|scowl|sulk|upset|whine
🙎‍♂️|4+|man pouting|disappointed|downtrodden|frown|grimace|scowl|sulk|upset|whine
🙎‍♀️|4+|woman pouting|disappointed|downtrodden|frown|grimace|scowl|sulk|upset|whine
🙅|0.6+|person gesturing NO|forbidden|gesture|hand|not|prohibit
🙅‍♂️|4+|man gesturing NO|forbidden|gesture|hand|not|prohibit
🙅‍♀️|4+|woman gesturing NO|forbidden|gesture|hand|not|prohibit
🙆|0.6+|person gesturing OK|exercise|gesture|hand|omg
🙆‍♂️|4+|man gesturing OK|exercise|gesture|hand|omg
🙆‍♀️|4+|woman gesturing OK|exercise|gesture|hand|omg
💁|0.6+|person tipping hand|fetch|flick|flip|gossip|sarcasm|sarcastic|sassy|seriously|whatever
💁‍♂️|4+|man tipping hand|fetch|flick|flip|gossip|sarcasm|sarcastic|sassy|seriously|whatever
💁‍♀️|4+|woman tipping hand|fetch|flick|flip|gossip|sarcasm|sarcastic|sassy|seriously|whatever
🙋|0.6+|person raising hand|gesture|here|know|me|pick|question|raise
🙋‍♂️|4+|man raising hand|gesture|here|know|me|pick|question|raise
🙋‍♀️|4+|woman raising hand|gesture|here|know|me|pick|question|raise
🧏|12+|deaf person|accessibility|ear|gesture|hear
🧏‍♂️|12+|deaf man|accessibility|ear|gesture|hear
🧏‍♀️|12+|deaf woman|accessibility|ear|gesture|hear
🙇|0.6+|person bowing|apology|ask|beg|favor|forgive|gesture|meditate|meditation|pity|regret|sorry
🙇‍♂️|4+|man bowing|apology|ask|beg|favor|forgive|gesture|meditate|meditation|pity|regret|sorry
🙇‍♀️|4+|woman bowing|apology|ask|beg|favor|forgive|gesture|meditate|meditation|pity|regret|sorry
🤦|3+|person facepalming|again|bewilder|disbelief|exasperation|no|not|oh|omg|shock|smh
🤦‍♂️|4+|man facepalming|again|bewilder|disbelief|exasperation|no|not|oh|omg|shock|smh
🤦‍♀️|4+|woman facepalming|again|bewilder|disbelief|exasperation|no|not|oh|omg|shock|smh
🤷|3+|person shrugging|doubt|dunno|guess|idk|ignorance|indifference|knows|maybe|whatever|who
🤷‍♂️|4+|man shrugging|doubt|dunno|guess|idk|ignorance|indifference|knows|maybe|whatever|who
🤷‍♀️|4+|woman shrugging|doubt|dunno|guess|idk|ignorance|indifference|knows|maybe|whatever|who
🧑‍⚕️|12.1+|health worker|doctor|healthcare|nurse|therapist
👨‍⚕️|4+|man health worker|doctor|healthcare|nurse|therapist
👩‍⚕️|4+|woman health worker|doctor|healthcare|nurse|therapist
🧑‍🎓|12.1+|student|graduate
👨‍🎓|4+|man student|graduate
👩‍🎓|4+|woman student|graduate
🧑‍🏫|12.1+|teacher|instructor|lecturer|professor
👨‍🏫|4+|man teacher|instructor|lecturer|professor
👩‍🏫|4+|woman teacher|instructor|lecturer|professor
🧑‍⚖️|12.1+|judge|justice|law|scales
👨‍⚖️|4+|man judge|justice|law|scales
👩‍⚖️|4+|woman judge|justice|law|scales
🧑‍🌾|12.1+|farmer|gardener|rancher
👨‍🌾|4+|man farmer|gardener|rancher
👩‍🌾|4+|woman farmer|gardener|rancher
🧑‍🍳|12.1+|cook|chef
👨‍🍳|4+|man cook|chef
👩‍🍳|4+|woman cook|chef
🧑‍🔧|12.1+|mechanic|electrician|plumber|tradesperson
👨‍🔧|4+|man mechanic|electrician|plumber|tradesperson
👩‍🔧|4+|woman mechanic|electrician|plumber|tradesperson
🧑‍🏭|12.1+|factory worker|assembly|industrial
👨‍🏭|4+|man factory worker|assembly|industrial
👩‍🏭|4+|woman factory worker|assembly|industrial
🧑‍💼|12.1+|office worker|architect|business|manager|white-collar
👨‍💼|4+|man office worker|architect|business|manager|white-collar
👩‍💼|4+|woman office worker|architect|business|manager|white-collar
🧑‍🔬|12.1+|scientist|biologist|chemist|engineer|mathematician|physicist
👨‍🔬|4+|man scientist|biologist|chemist|engineer|mathematician|physicist
👩‍🔬|4+|woman scientist|biologist|chemist|engineer|mathematician|physicist
🧑‍💻|12.1+|technologist|coder|computer|developer|inventor|software
👨‍💻|4+|man technologist|coder|computer|developer|inventor|software
👩‍💻|4+|woman technologist|coder|computer|developer|inventor|software
🧑‍🎤|12.1+|singer|actor|entertainer|rock|rockstar|star
👨‍🎤|4+|man singer|actor|entertainer|rock|rockstar|star
👩‍🎤|4+|woman singer|actor|entertainer|rock|rockstar|star
🧑‍🎨|12.1+|artist|palette
👨‍🎨|4+|man artist|palette
👩‍🎨|4+|woman artist|palette
🧑‍✈️|12.1+|pilot|plane
👨‍✈️|4+|man pilot|plane
👩‍✈️|4+|woman pilot|plane
🧑‍🚀|12.1+|astronaut|rocket|space
👨‍🚀|4+|man astronaut|rocket|space
👩‍🚀|4+|woman astronaut|rocket|space
🧑‍🚒|12.1+|firefighter|firetruck
👨‍🚒|4+|man firefighter|firetruck
👩‍🚒|4+|woman firefighter|firetruck
👮|0.6+|police officer|apprehend|arrest|citation|cop|law|over|pulled|undercover
👮‍♂️|4+|man police officer|apprehend|arrest|citation|cop|law|over|pulled|undercover
👮‍♀️|4+|woman police officer|apprehend|arrest|citation|cop|law|over|pulled|undercover
🕵️|0.7+|detective|sleuth|spy
🕵️‍♂️|4+|man detective|sleuth|spy
🕵️‍♀️|4+|woman detective|sleuth|spy
💂|0.6+|guard|buckingham|helmet|london|palace
💂‍♂️|4+|man guard|buckingham|helmet|london|palace
💂‍♀️|4+|woman guard|buckingham|helmet|london|palace
🥷|13+|ninja|assassin|fight|fighter|hidden|person|secret|skills|sly|soldier|stealth|war
👷|0.6+|construction worker|build|fix|hardhat|hat|man|person|rebuild|remodel|repair
👷‍♂️|4+|man construction worker|build|fix|hardhat|hat|rebuild|remodel|repair
👷‍♀️|4+|woman construction worker|build|fix|hardhat|hat|rebuild|remodel|repair
🫅|14+|person with crown|monarch|noble|regal|royal|royalty
🤴|3+|prince|crown|fairy|fairytale|fantasy|king|royal|royalty|tale
👸|0.6+|princess|crown|fairy|fairytale|fantasy|queen|royal|royalty|tale
👳|0.6+|person wearing turban
👳‍♂️|4+|man wearing turban
👳‍♀️|4+|woman wearing turban
👲|0.6+|person with skullcap|chinese|gua|guapi|hat|mao|pi
🧕|5+|woman with headscarf|bandana|hijab|kerchief|mantilla|tichel
🤵|3+|person in tuxedo|formal|wedding
🤵‍♂️|13+|man in tuxedo|formal|groom|wedding
🤵‍♀️|13+|woman in tuxedo|formal|wedding
👰|0.6+|person with veil|wedding
👰‍♂️|13+|man with veil|wedding
👰‍♀️|13+|woman with veil|bride|wedding
🤰|3+|pregnant woman
🫃|14+|pregnant man|belly|bloated|full|overeat
🫄|14+|pregnant person|belly|bloated|full|overeat|stuffed
🤱|5+|breast-feeding|baby|mom|mother|nursing|woman
👩‍🍼|13+|woman feeding baby|mom|mother|nanny|newborn|nursing
👨‍🍼|13+|man feeding baby|dad|father|nanny|newborn|nursing
🧑‍🍼|13+|person feeding baby|nanny|newborn|nursing|parent
👼|0.6+|baby angel|church|face|fairy|fairytale|fantasy|tale
🎅|0.6+|Santa Claus|celebration|christmas|fairy|fantasy|father|holiday|merry|tale|xmas
🤶|3+|Mrs. Claus|celebration|christmas|fairy|fantasy|holiday|merry|mother|santa|tale|xmas
🧑‍🎄|13+|Mx Claus|celebration|christmas|fairy|fantasy|holiday|merry|santa|tale|xmas
🦸|11+|superhero|good|superpower
🦸‍♂️|11+|man superhero|good|superpower
🦸‍♀️|11+|woman superhero|good|heroine|superpower
🦹|11+|supervillain|bad|criminal|evil|superpower
🦹‍♂️|11+|man supervillain|bad|criminal|evil|superpower
🦹‍♀️|11+|woman supervillain|bad|criminal|evil|superpower
🧙|5+|mage|fantasy|magic|play|sorcerer|sorceress|sorcery|spell|summon|witch|wizard
🧙‍♂️|5+|man mage|fantasy|magic|play|sorcerer|sorceress|sorcery|spell|summon|witch|wizard
🧙‍♀️|5+|woman mage|fantasy|magic|play|sorcerer|sorceress|sorcery|spell|summon|witch|wizard
🧚|5+|fairy|fairytale|fantasy|myth|person|pixie|tale|wings
🧚‍♂️|5+|man fairy|fairytale|fantasy|myth|oberon|person|pixie|puck|tale|wings
🧚‍♀️|5+|woman fairy|fairytale|fantasy|myth|person|pixie|tale|titania|wings
🧛|5+|vampire|blood|dracula|fangs|halloween|scary|supernatural|teeth|undead
🧛‍♂️|5+|man vampire|blood|fangs|halloween|scary|supernatural|teeth|undead
🧛‍♀️|5+|woman vampire|blood|fangs|halloween|scary|supernatural|teeth|undead
🧜|5+|merperson|creature|fairytale|folklore|ocean|sea|siren|trident
🧜‍♂️|5+|merman|creature|fairytale|folklore|neptune|ocean|poseidon|sea|siren|trident|triton
🧜‍♀️|5+|mermaid|creature|fairytale|folklore|merwoman|ocean|sea|siren|trident
🧝|5+|elf|elves|enchantment|fantasy|folklore|magic|magical|myth
🧝‍♂️|5+|man elf|elves|enchantment|fantasy|folklore|magic|magical|myth
🧝‍♀️|5+|woman elf|elves|enchantment|fantasy|folklore|magic|magical|myth
🧞|5|genie|djinn|fantasy|jinn|lamp|myth|rub|wishes
🧞‍♂️|5|man genie|djinn|fantasy|jinn|lamp|myth|rub|wishes
🧞‍♀️|5|woman genie|djinn|fantasy|jinn|lamp|myth|rub|wishes
🧟|5|zombie|apocalypse|dead|halloween|horror|scary|undead|walking
🧟‍♂️|5|man zombie|apocalypse|dead|halloween|horror|scary|undead|walking
🧟‍♀️|5|woman zombie|apocalypse|dead|halloween|horror|scary|undead|walking
🧌|14|troll|fairy|fantasy|monster|tale|trolling
🫈|17|hairy creature|bigfoot|cryptid|forest|giant|sasquatch|woodwose|yeti
💆|0.6+|person getting massage|face|headache|relax|relaxing|salon|soothe|spa|tension|therapy|treatment
💆‍♂️|4+|man getting massage|face|headache|relax|relaxing|salon|soothe|spa|tension|therapy|treatment
💆‍♀️|4+|woman getting massage|face|headache|relax|relaxing|salon|soothe|spa|tension|therapy|treatment
💇|0.6+|person getting haircut|barber|beauty|chop|cosmetology|groom|parlor|shears|style
💇‍♂️|4+|man getting haircut|barber|beauty|chop|cosmetology|groom|parlor|person|shears|style
💇‍♀️|4+|woman getting haircut|barber|beauty|chop|cosmetology|groom|parlor|person|shears|style
🚶|0.6+|person walking|amble|gait|hike|man|pace|pedestrian|stride|stroll
🚶‍♂️|4+|man walking|amble|gait|hike|pace|pedestrian|stride|stroll
🚶‍♀️|4+|woman walking|amble|gait|hike|pace|pedestrian|stride|stroll
🚶‍➡️|15.1+|person walking: facing right|amble|gait|hike|man|pace|pedestrian|stride|stroll
🚶‍♀️‍➡️|15.1+|woman walking: facing right|amble|gait|hike|pace|pedestrian|stride|stroll
🚶‍♂️‍➡️|15.1+|man walking: facing right|amble|gait|hike|pace|pedestrian|stride|stroll
🧍|12+|person standing
🧍‍♂️|12+|man standing
🧍‍♀️|12+|woman standing
🧎|12+|person kneeling|knees
🧎‍♂️|12+|man kneeling|knees
🧎‍♀️|12+|woman kneeling|knees
🧎‍➡️|15.1+|person kneeling: facing right|knees
🧎‍♀️‍➡️|15.1+|woman kneeling: facing right|knees
🧎‍♂️‍➡️|15.1+|man kneeling: facing right|knees
🧑‍🦯|12.1+|person with white cane|accessibility|blind|probing
🧑‍🦯‍➡️|15.1+|person with white cane: facing right|accessibility|blind|probing
👨‍🦯|12+|man with white cane|accessibility|blind|probing
👨‍🦯‍➡️|15.1+|man with white cane: facing right|accessibility|blind|probing
👩‍🦯|12+|woman with white cane|accessibility|blind|probing
👩‍🦯‍➡️|15.1+|woman with white cane: facing right|accessibility|blind|probing
🧑‍🦼|12.1+|person in motorized wheelchair|accessibility
🧑‍🦼‍➡️|15.1+|person in motorized wheelchair: facing right|accessibility
👨‍🦼|12+|man in motorized wheelchair|accessibility
👨‍🦼‍➡️|15.1+|man in motorized wheelchair: facing right|accessibility
👩‍🦼|12+|woman in motorized wheelchair|accessibility
👩‍🦼‍➡️|15.1+|woman in motorized wheelchair: facing right|accessibility
🧑‍🦽|12.1+|person in manual wheelchair|accessibility
🧑‍🦽‍➡️|15.1+|person in manual wheelchair: facing right|accessibility
👨‍🦽|12+|man in manual wheelchair|accessibility
👨‍🦽‍➡️|15.1+|man in manual wheelchair: facing right|accessibility
👩‍🦽|12+|woman in manual wheelchair|accessibility
👩‍🦽‍➡️|15.1+|woman in manual wheelchair: facing right|accessibility
🏃|0.6+|person running|fast|hurry|marathon|move|quick|race|racing|rush|speed
🏃‍♂️|4+|man running|fast|hurry|marathon|move|quick|race|racing|rush|speed
🏃‍♀️|4+|woman running|fast|hurry|marathon|move|quick|race|racing|rush|speed
🏃‍➡️|15.1+|person running: facing right|fast|hurry|marathon|move|quick|race|racing|rush|speed
🏃‍♀️‍➡️|15.1+|woman running: facing right|fast|hurry|marathon|move|quick|race|racing|rush|speed
🏃‍♂️‍➡️|15.1+|man running: facing right|fast|hurry|marathon|move|quick|race|racing|rush|speed
🧑‍🩰|17+|ballet dancer
💃|0.6+|woman dancing|dance|dancer|elegant|festive|flair|flamenco|groove|let’s|salsa|tango
🕺|3+|man dancing|dance|dancer|elegant|festive|flair|flamenco|groove|let’s|salsa|tango
🕴️|0.7+|person in suit levitating|business
👯|0.6+|people with bunny ears|bestie|bff|counterpart|dancer|double|identical|pair|party|partying|soulmate|twin|twinsies
👯‍♂️|4+|men with bunny ears|bestie|bff|counterpart|dancer|double|identical|pair|party|partying|people|soulmate|twin|twinsies
👯‍♀️|4+|women with bunny ears|bestie|bff|counterpart|dancer|double|identical|pair|party|partying|people|soulmate|twin|twinsies
🧖|5+|person in steamy room|day|luxurious|pamper|relax|sauna|spa|steambath|unwind
🧖‍♂️|5+|man in steamy room|day|luxurious|pamper|relax|sauna|spa|steambath|unwind
🧖‍♀️|5+|woman in steamy room|day|luxurious|pamper|relax|sauna|spa|steambath|unwind
🧗|5+|person climbing|climber|mountain|rock|scale|up
🧗‍♂️|5+|man climbing|climber|mountain|rock|scale|up
🧗‍♀️|5+|woman climbing|climber|mountain|rock|scale|up
🤺|3|person fencing|fencer|sword
🏇|1+|horse racing|jockey|racehorse|riding|sport
⛷️|0.7|skier|snow
🏂|0.6+|snowboarder|ski|sport
🏌️|0.7+|person golfing|ball|birdie|caddy|driving|green|pga|putt|range|tee
🏌️‍♂️|4+|man golfing|ball|birdie|caddy|driving|green|pga|putt|range|tee
🏌️‍♀️|4+|woman golfing|ball|birdie|caddy|driving|green|pga|putt|range|tee
🏄|0.6+|person surfing|beach|ocean|sport|surfer|swell|waves
🏄‍♂️|4+|man surfing|beach|ocean|sport|surfer|swell|waves
🏄‍♀️|4+|woman surfing|beach|ocean|person|sport|surfer|swell|waves
🚣|1+|person rowing boat|canoe|cruise|fishing|lake|oar|paddle|raft|river|rowboat
🚣‍♂️|4+|man rowing boat|canoe|cruise|fishing|lake|oar|paddle|raft|river|rowboat
🚣‍♀️|4+|woman rowing boat|canoe|cruise|fishing|lake|oar|paddle|raft|river|rowboat
🏊|0.6+|person swimming|freestyle|sport|swimmer|triathlon
🏊‍♂️|4+|man swimming|freestyle|sport|swimmer|triathlon
🏊‍♀️|4+|woman swimming|freestyle|sport|swimmer|triathlon
⛹️|0.7+|person bouncing ball|athletic|basketball|championship|dribble|net|player|throw
⛹️‍♂️|4+|man bouncing ball|athletic|basketball|championship|dribble|net|player|throw
⛹️‍♀️|4+|woman bouncing ball|athletic|basketball|championship|dribble|net|player|throw
🏋️|0.7+|person lifting weights|barbell|bodybuilder|deadlift|lifter|powerlifting|weightlifter|workout
🏋️‍♂️|4+|man lifting weights|barbell|bodybuilder|deadlift|lifter|powerlifting|weightlifter|workout
🏋️‍♀️|4+|woman lifting weights|barbell|bodybuilder|deadlift|lifter|powerlifting|weightlifter|workout
🚴|1+|person biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🚴‍♂️|4+|man biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🚴‍♀️|4+|woman biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🚵|1+|person mountain biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🚵‍♂️|4+|man mountain biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🚵‍♀️|4+|woman mountain biking|bicycle|bicyclist|bike|cycle|cyclist|riding|sport
🤸|3+|person cartwheeling|active|excited|flip|gymnastics|happy|somersault
🤸‍♂️|4+|man cartwheeling|active|excited|flip|gymnastics|happy|somersault
🤸‍♀️|4+|woman cartwheeling|active|excited|flip|gymnastics|happy|somersault
🤼|3+|people wrestling|combat|duel|grapple|ring|tournament|wrestle
🤼‍♂️|4+|men wrestling|combat|duel|grapple|ring|tournament|wrestle
🤼‍♀️|4+|women wrestling|combat|duel|grapple|ring|tournament|wrestle
🤽|3+|person playing water polo|sport|swimming|waterpolo
🤽‍♂️|4+|man playing water polo|sport|swimming|waterpolo
🤽‍♀️|4+|woman playing water polo|sport|swimming|waterpolo
🤾|3+|person playing handball|athletics|catch|chuck|hurl|lob|pitch|sport|throw|toss
🤾‍♂️|4+|man playing handball|athletics|catch|chuck|hurl|lob|pitch|sport|throw|toss
🤾‍♀️|4+|woman playing handball|athletics|catch|chuck|hurl|lob|pitch|sport|throw|toss
🤹|3+|person juggling|act|balance|balancing|handle|juggle|manage|multitask|skill
🤹‍♂️|4+|man juggling|act|balance|balancing|handle|juggle|manage|multitask|skill
🤹‍♀️|4+|woman juggling|act|balance|balancing|handle|juggle|manage|multitask|skill
🧘|5+|person in lotus position|cross|legged|legs|meditation|peace|relax|serenity|yoga|yogi|zen
🧘‍♂️|5+|man in lotus position|cross|legged|legs|meditation|peace|relax|serenity|yoga|yogi|zen
🧘‍♀️|5+|woman in lotus position|cross|legged|legs|meditation|peace|relax|serenity|yoga|yogi|zen
🛀|0.6+|person taking bath|bathtub|tub
🛌|1+|person in bed|bedtime|good|goodnight|hotel|nap|night|sleep|tired|zzz
🧑‍🤝‍🧑|12+|people holding hands|bae|bestie|bff|couple|dating|flirt|friends|twins
👭|1+|women holding hands|bae|bestie|bff|couple|dating|flirt|friends|girls|sisters|twins
👫|0.6+|woman and man holding hands|bae|bestie|bff|couple|dating|flirt|friends|twins
👬|1+|men holding hands|bae|bestie|bff|boys|brothers|couple|dating|flirt|friends|twins
💏|0.6+|kiss|anniversary|babe|bae|couple|date|dating|heart|love|mwah|person|romance|together|xoxo
👩‍❤️‍💋‍👨|2+|kiss: woman, man|anniversary|babe|bae|couple|date|dating|heart|love|mwah|person|romance|together|xoxo
👨‍❤️‍💋‍👨|2+|kiss: man, man|anniversary|babe|bae|couple|date|dating|heart|love|mwah|person|romance|together|xoxo
👩‍❤️‍💋‍👩|2+|kiss: woman, woman|anniversary|babe|bae|couple|date|dating|heart|love|mwah|person|romance|together|xoxo
💑|0.6+|couple with heart|anniversary|babe|bae|dating|kiss|love|person|relationship|romance|together|you
👩‍❤️‍👨|2+|couple with heart: woman, man|anniversary|babe|bae|dating|kiss|love|person|relationship|romance|together|you
👨‍❤️‍👨|2+|couple with heart: man, man|anniversary|babe|bae|dating|kiss|love|person|relationship|romance|together|you
👩‍❤️‍👩|2+|couple with heart: woman, woman|anniversary|babe|bae|dating|kiss|love|person|relationship|romance|together|you
👨‍👩‍👦|2|family: man, woman, boy|child
👨‍👩‍👧|2|family: man, woman, girl|child
👨‍👩‍👧‍👦|2|family: man, woman, girl, boy|child
👨‍👩‍👦‍👦|2|family: man, woman, boy, boy|child
👨‍👩‍👧‍👧|2|family: man, woman, girl, girl|child
👨‍👨‍👦|2|family: man, man, boy|child
👨‍👨‍👧|2|family: man, man, girl|child
👨‍👨‍👧‍👦|2|family: man, man, girl, boy|child
👨‍👨‍👦‍👦|2|family: man, man, boy, boy|child
👨‍👨‍👧‍👧|2|family: man, man, girl, girl|child
👩‍👩‍👦|2|family: woman, woman, boy|child
👩‍👩‍👧|2|family: woman, woman, girl|child
👩‍👩‍👧‍👦|2|family: woman, woman, girl, boy|child
👩‍👩‍👦‍👦|2|family: woman, woman, boy, boy|child
👩‍👩‍👧‍👧|2|family: woman, woman, girl, girl|child
👨‍👦|4|family: man, boy|child
👨‍👦‍👦|4|family: man, boy, boy|child
👨‍👧|4|family: man, girl|child
👨‍👧‍👦|4|family: man, girl, boy|child
👨‍👧‍👧|4|family: man, girl, girl|child
👩‍👦|4|family: woman, boy|child
👩‍👦‍👦|4|family: woman, boy, boy|child
👩‍👧|4|family: woman, girl|child
👩‍👧‍👦|4|family: woman, girl, boy|child
👩‍👧‍👧|4|family: woman, girl, girl|child
🗣️|0.7|speaking head|face|silhouette
👤|0.6|bust in silhouette|mysterious|shadow
👥|1|busts in silhouette|bff|everyone|friend|friends|people
🫂|13|people hugging|comfort|embrace|farewell|friendship|goodbye|hello|love|thanks
👪|0.6|family|child
🧑‍🧑‍🧒|15.1|family: adult, adult, child
🧑‍🧑‍🧒‍🧒|15.1|family: adult, adult, child, child
🧑‍🧒|15.1|family: adult, child
🧑‍🧒‍🧒|15.1|family: adult, child, child
👣|0.6|footprints|barefoot|clothing|omw|walk
🫆|16|fingerprint|clue|crime|detective|forensics|identity|mystery|safety|trace

🐵|0.6|monkey face|animal|banana
🐒|0.6|monkey|animal|banana
🦍|3|gorilla|animal
🦧|12|orangutan|animal|ape|monkey
🐶|0.6|dog face|adorbs|animal|pet|puppies|puppy
🐕|0.7|dog|animal|animals|dogs|pet
🦮|12|guide dog|accessibility|animal|blind
🐕‍🦺|12|service dog|accessibility|animal|assistance
🐩|0.6|poodle|animal|dog|fluffy
🐺|0.6|wolf|animal|face
🦊|3|fox|animal|face
🦝|11|raccoon|animal|curious|sly
🐱|0.6|cat face|animal|kitten|kitty|pet
🐈|0.7|cat|animal|animals|cats|kitten|pet
🐈‍⬛|13|black cat|animal|feline|halloween|meow|unlucky
🦁|1|lion|alpha|animal|face|leo|mane|order|rawr|roar|safari|strong|zodiac
🐯|0.6|tiger face|animal|big|cat|predator
🐅|1|tiger|animal|big|cat|predator|zoo
🐆|1|leopard|animal|big|cat|predator|zoo
🐴|0.6|horse face|animal|dressage|equine|farm|horses
🫎|15|moose|alces|animal|antlers|elk|mammal
🫏|15|donkey|animal|ass|burro|hinny|mammal|mule|stubborn
🐎|0.6|horse|animal|equestrian|farm|racehorse|racing
🦄|1|unicorn|face
🦓|5|zebra|animal|stripe
🦌|3|deer|animal
🦬|13|bison|animal|buffalo|herd|wisent
🐮|0.6|cow face|animal|farm|milk|moo
🐂|1|ox|animal|animals|bull|farm|taurus|zodiac
🐃|1|water buffalo|animal|zoo
🐄|1|cow|animal|animals|farm|milk|moo
🐷|0.6|pig face|animal|bacon|farm|pork
🐖|1|pig|animal|bacon|farm|pork|sow
🐗|0.6|boar|animal|pig
🐽|0.6|pig nose|animal|face|farm|smell|snout
🐏|1|ram|animal|aries|horns|male|sheep|zodiac|zoo
🐑|0.6|ewe|animal|baa|farm|female|fluffy|lamb|sheep|wool
🐐|1|goat|animal|capricorn|farm|milk|zodiac
🐪|1|camel|animal|desert|dromedary|hump|one
🐫|0.6|two-hump camel|animal|bactrian|desert
🦙|11|llama|alpaca|animal|guanaco|vicuña|wool
🦒|5|giraffe|animal|spots
🐘|0.6|elephant|animal
🦣|13|mammoth|animal|extinction|large|tusk|wooly
🦏|3|rhinoceros|animal
🦛|11|hippopotamus|animal
🐭|0.6|mouse face|animal
🐁|1|mouse|animal|animals
🐀|1|rat|animal
🐹|0.6|hamster|animal|face|pet
🐰|0.6|rabbit face|animal|bunny|pet
🐇|1|rabbit|animal|bunny|pet
🐿️|0.7|chipmunk|animal|squirrel
🦫|13|beaver|animal|dam|teeth
🦔|5|hedgehog|animal|spiny
🦇|3|bat|animal|vampire
🐻|0.6|bear|animal|face|grizzly|growl|honey
🐻‍❄️|13|polar bear|animal|arctic|white
🐨|0.6|koala|animal|australia|bear|down|face|marsupial|under
🐼|0.6|panda|animal|bamboo|face
🦥|12|sloth|lazy|slow
🦦|12|otter|animal|fishing|playful
🦨|12|skunk|animal|stink
🦘|11|kangaroo|animal|joey|jump|marsupial
🦡|11|badger|animal|honey|pester
🐾|0.6|paw prints|feet|paws
🦃|1|turkey|bird|gobble|thanksgiving
🐔|0.6|chicken|animal|bird|ornithology
🐓|1|rooster|animal|bird|ornithology
🐣|0.6|hatching chick|animal|baby|bird|egg
🐤|0.6|baby chick|animal|bird|ornithology
🐥|0.6|front-facing baby chick|animal|bird|newborn|ornithology
🐦|0.6|bird|animal|ornithology
🐧|0.6|penguin|animal|antarctica|bird|ornithology
🕊️|0.7|dove|bird|fly|ornithology|peace
🦅|3|eagle|animal|bird|ornithology
🦆|3|duck|animal|bird|ornithology
🦢|11|swan|animal|bird|cygnet|duckling|ornithology|ugly
🦉|3|owl|animal|bird|ornithology|wise
🦤|13|dodo|animal|bird|extinction|large|ornithology
🪶|13|feather|bird|flight|light|plumage
🦩|12|flamingo|animal|bird|flamboyant|ornithology|tropical
🦚|11|peacock|animal|bird|colorful|ornithology|ostentatious|peahen|pretty|proud
🦜|11|parrot|animal|bird|ornithology|pirate|talk
🪽|15|wing|angelic|ascend|aviation|bird|fly|flying|heavenly|mythology|soar
🐦‍⬛|15|black bird|animal|beak|caw|corvid|crow|ornithology|raven|rook
🪿|15|goose|animal|bird|duck|flock|fowl|gaggle|gander|geese|honk|ornithology|silly
🐦‍🔥|15.1|phoenix|ascend|ascension|emerge|fantasy|firebird|glory|immortal|rebirth|reincarnation|reinvent|renewal|revival|revive|rise|transform
🐸|0.6|frog|animal|face
🐊|1|crocodile|animal|zoo
🐢|0.6|turtle|animal|terrapin|tortoise
🦎|3|lizard|animal|reptile
🐍|0.6|snake|animal|bearer|ophiuchus|serpent|zodiac
🐲|0.6|dragon face|animal|fairy|fairytale|tale
🐉|1|dragon|animal|fairy|fairytale|knights|tale
🦕|5|sauropod|brachiosaurus|brontosaurus|dinosaur|diplodocus
🦖|5|T-Rex|dinosaur|tyrannosaurus
🐳|0.6|spouting whale|animal|beach|face|ocean
🐋|1|whale|animal|beach|ocean
🐬|0.6|dolphin|animal|beach|flipper|ocean
🫍|17|orca|marine|ocean|whale
🦭|13|seal|animal|lion|ocean
🐟|0.6|fish|animal|dinner|fishes|fishing|pisces|zodiac
🐠|0.6|tropical fish|animal|fishes
🐡|0.6|blowfish|animal
🦈|3|shark|animal|fish
🐙|0.6|octopus|animal|creature|ocean
🐚|0.6|spiral shell|animal|beach|conch|sea
🪸|14|coral|change|climate|ocean|reef|sea
🪼|15|jellyfish|animal|aquarium|burn|invertebrate|life|marine|ocean|ouch|plankton|sea|sting|stinger|tentacles
🦀|1|crab|cancer|zodiac
🦞|11|lobster|animal|bisque|claws|seafood
🦐|3|shrimp|food|shellfish|small
🦑|3|squid|animal|food|mollusk
🦪|12|oyster|diving|pearl
🐌|0.6|snail|animal|escargot|garden|nature|slug
🦋|3|butterfly|insect|pretty
🐛|0.6|bug|animal|garden|insect
🐜|0.6|ant|animal|garden|insect
🐝|0.6|honeybee|animal|bumblebee|insect|nature|spring
🪲|13|beetle|animal|bug|insect
🐞|0.6|lady beetle|animal|garden|insect|ladybird|ladybug|nature
🦗|5|cricket|animal|bug|grasshopper|insect|orthoptera
🪳|13|cockroach|animal|insect|pest
🕷️|0.7|spider|animal|insect
🕸️|0.7|spider web
🦂|1|scorpion|scorpius|zodiac
🦟|11|mosquito|bite|disease|fever|insect|malaria|pest|virus
🪰|13|fly|animal|disease|insect|maggot|pest|rotting
🪱|13|worm|animal|annelid|earthworm|parasite
🦠|11|microbe|amoeba|bacteria|science|virus
💐|0.6|bouquet|anniversary|birthday|date|flower|love|plant|romance
🌸|0.6|cherry blossom|flower|plant|spring|springtime
💮|0.6|white flower
🪷|14|lotus|beauty|buddhism|calm|flower|hinduism|peace|purity|serenity
🏵️|0.7|rosette|plant
🌹|0.6|rose|beauty|elegant|flower|love|plant|red|valentine
🥀|3|wilted flower|dying
🌺|0.6|hibiscus|flower|plant
🌻|0.6|sunflower|outdoors|plant
🌼|0.6|blossom|buttercup|dandelion|flower|plant
🌷|0.6|tulip|blossom|flower|growth|plant
🪻|15|hyacinth|bloom|bluebonnet|flower|indigo|lavender|lilac|lupine|plant|purple|shrub|snapdragon|spring|violet
🌱|0.6|seedling|plant|sapling|sprout|young
🪴|13|potted plant|decor|grow|house|nurturing
🌲|1|evergreen tree|christmas|forest|pine
🌳|1|deciduous tree|forest|green|habitat|shedding
🌴|0.6|palm tree|beach|plant|tropical
🌵|0.6|cactus|desert|drought|nature|plant
🌾|0.6|sheaf of rice|ear|grain|grains|plant
🌿|0.6|herb|leaf|plant
☘️|1|shamrock|irish|plant
🍀|0.6|four leaf clover|4|four-leaf|irish|lucky|plant
🍁|0.6|maple leaf|falling
🍂|0.6|fallen leaf|autumn|falling
🍃|0.6|leaf fluttering in wind|blow
🪹|14|empty nest|branch|home|nesting
🪺|14|nest with eggs|bird|branch|nesting
🍄|0.6|mushroom|fungus|toadstool
🪾|16|leafless tree|bare|barren|branches|dead|drought|trunk|winter|wood

🍇|0.6|grapes|dionysus|fruit
🍈|0.6|melon|cantaloupe|fruit
🍉|0.6|watermelon|fruit
🍊|0.6|tangerine|c|citrus|fruit|nectarine|orange|vitamin
🍋|1|lemon|citrus|fruit|sour
🍋‍🟩|15.1|lime|acidity|citrus|cocktail|fruit|garnish|key|margarita|mojito|refreshing|salsa|sour|tangy|tequila|tropical|zest
🍌|0.6|banana|fruit|potassium
🍍|0.6|pineapple|colada|fruit|pina|tropical
🥭|11|mango|food|fruit|tropical
🍎|0.6|red apple|diet|food|fruit|health|ripe
🍏|0.6|green apple|fruit
🍐|1|pear|fruit
🍑|0.6|peach|fruit
🍒|0.6|cherries|berries|cherry|fruit|red
🍓|0.6|strawberry|fruit
🫐|13|blueberries|berry|bilberry|blueberry|food|fruit
🥝|3|kiwi fruit|food
🍅|0.6|tomato|food|fruit|vegetable
🫒|13|olive|food
🥥|5|coconut|colada|palm|piña
🥑|3|avocado|food|fruit
🍆|0.6|eggplant|aubergine|vegetable
🥔|3|potato|food|vegetable
🥕|3|carrot|food|vegetable
🌽|0.6|ear of corn|crops|farm|maize|maze
🌶️|0.7|hot pepper
🫑|13|bell pepper|capsicum|food|vegetable
🥒|3|cucumber|food|pickle|vegetable
🥬|11|leafy green|bok|burgers|cabbage|choy|kale|lettuce|salad
🥦|5|broccoli|cabbage|wild
🧄|12|garlic|flavoring
🧅|12|onion|flavoring
🥜|3|peanuts|food|vegetable
🫘|14|beans|food|kidney|legume|small
🌰|0.6|chestnut|almond|plant
🫚|15|ginger root|beer|health|herb|natural|spice
🫛|15|pea pod|beans|beanstalk|edamame|legume|soybean|vegetable|veggie
🍄‍🟫|15.1|brown mushroom|food|fungi|fungus|nature|pizza|portobello|shiitake|spore|sprout|toppings|truffle|vegetable|vegetarian|veggie
🫜|16|root vegetable|beet|food|garden|radish|salad|turnip|vegetarian
🍞|0.6|bread|carbs|food|grain|loaf|restaurant|toast|wheat
🥐|3|croissant|bread|breakfast|crescent|food|french|roll
🥖|3|baguette bread|food|french
🫓|13|flatbread|arepa|food|gordita|lavash|naan|pita
🥨|5|pretzel|convoluted|twisted
🥯|11|bagel|bakery|bread|breakfast|schmear
🥞|3|pancakes|breakfast|crêpe|food|hotcake
🧇|12|waffle|breakfast|indecisive|iron
🧀|1|cheese wedge
🍖|0.6|meat on bone
🍗|0.6|poultry leg|bone|chicken|drumstick|hungry|turkey
🥩|5|cut of meat|chop|lambchop|porkchop|red|steak
🥓|3|bacon|breakfast|food|meat
🍔|0.6|hamburger|eat|fast|food|hungry
🍟|0.6|french fries|fast|food
🍕|0.6|pizza|cheese|food|hungry|pepperoni|slice
🌭|1|hot dog|frankfurter|hotdog|sausage
🥪|5|sandwich|bread
🌮|1|taco|mexican
🌯|1|burrito|mexican|wrap
🫔|13|tamale|food|mexican|pamonha|wrapped
🥙|3|stuffed flatbread|falafel|food|gyro|kebab
🧆|12|falafel|chickpea|meatball
🥚|3|egg|breakfast|food
🍳|0.6|cooking|breakfast|easy|egg|fry|frying|over|pan|restaurant|side|sunny|up
🥘|3|shallow pan of food|casserole|paella
🍲|0.6|pot of food|soup|stew
🫕|13|fondue|cheese|chocolate|food|melted|pot|ski
🥣|5|bowl with spoon|breakfast|cereal|congee|oatmeal|porridge
🥗|3|green salad|food
🍿|1|popcorn|movie
🧈|12|butter|dairy
🧂|11|salt|condiment|flavor|mad|salty|shaker|taste|upset
🥫|5|canned food
🍱|0.6|bento box|food
🍘|0.6|rice cracker|food
🍙|0.6|rice ball|food|japanese
🍚|0.6|cooked rice|food
🍛|0.6|curry rice|food
🍜|0.6|steaming bowl|chopsticks|food|noodle|pho|ramen|soup
🍝|0.6|spaghetti|food|meatballs|pasta|restaurant
🍠|0.6|roasted sweet potato|food
🍢|0.6|oden|food|kebab|restaurant|seafood|skewer|stick
🍣|0.6|sushi|food
🍤|0.6|fried shrimp|prawn|tempura
🍥|0.6|fish cake with swirl|food|pastry|restaurant
🥮|11|moon cake|autumn|festival|yuèbǐng
🍡|0.6|dango|dessert|japanese|skewer|stick|sweet
🥟|5|dumpling|empanada|gyōza|jiaozi|pierogi|potsticker
🥠|5|fortune cookie|prophecy
🥡|5|takeout box|chopsticks|delivery|food|oyster|pail
🍦|0.6|soft ice cream|dessert|food|icecream|restaurant|serve|sweet
🍧|0.6|shaved ice|dessert|restaurant|sweet
🍨|0.6|ice cream|dessert|food|restaurant|sweet
🍩|0.6|doughnut|breakfast|dessert|donut|food|sweet
🍪|0.6|cookie|chip|chocolate|dessert|sweet
🎂|0.6|birthday cake|bday|celebration|dessert|happy|pastry|sweet
🍰|0.6|shortcake|dessert|pastry|slice|sweet
🧁|11|cupcake|bakery|dessert|sprinkles|sugar|sweet|treat
🥧|5|pie|apple|filling|fruit|meat|pastry|pumpkin|slice
🍫|0.6|chocolate bar|candy|dessert|halloween|sweet|tooth
🍬|0.6|candy|cavities|dessert|halloween|restaurant|sweet|tooth|wrapper
🍭|0.6|lollipop|candy|dessert|food|restaurant|sweet
🍮|0.6|custard|dessert|pudding|sweet
🍯|0.6|honey pot|barrel|bear|food|honeypot|jar|sweet
🍼|1|baby bottle|babies|birth|born|drink|infant|milk|newborn
🥛|3|glass of milk|drink
☕|0.6|hot beverage|cafe|caffeine|chai|coffee|drink|morning|steaming|tea
🫖|13|teapot|brew|drink|food
🍵|0.6|teacup without handle|beverage|drink|oolong
🍶|0.6|sake|bar|beverage|bottle|cup|drink|restaurant
🍾|1|bottle with popping cork|bar|drink
🍷|0.6|wine glass|alcohol|bar|beverage|booze|club|drink|drinking|drinks|restaurant
🍸|0.6|cocktail glass|alcohol|bar|booze|club|drink|drinking|drinks|mad|martini|men
🍹|0.6|tropical drink|alcohol|bar|booze|club|cocktail|drinking|drinks|drunk|mai|party|tai|tropics
🍺|0.6|beer mug|alcohol|ale|bar|booze|drink|drinking|drinks|octoberfest|oktoberfest|pint|stein|summer
🍻|0.6|clinking beer mugs|alcohol|bar|booze|bottoms|cheers|drinking|drinks
🥂|3|clinking glasses|celebrate|drink
🥃|3|tumbler glass|liquor|scotch|shot|whiskey|whisky
🫗|14|pouring liquid|accident|drink|empty|glass|oops|spill|water
🥤|5|cup with straw|drink|juice|malt|soda|soft|water
🧋|13|bubble tea|boba|food|milk|pearl
🧃|12|beverage box|juice|straw|sweet
🧉|12|mate|drink
🧊|12|ice|cold|cube|iceberg
🥢|5|chopsticks|hashi|jeotgarak|kuaizi
🍽️|0.7|fork and knife with plate|cooking|dinner|eat
🍴|0.6|fork and knife|breakfast|breaky|cooking|cutlery|delicious|dinner|eat|feed|food|hungry|lunch|restaurant|yum|yummy
🥄|3|spoon|eat|tableware
🔪|0.6|kitchen knife|chef|cooking|hocho|tool|weapon
🫙|14|jar|condiment|container|empty|nothing|sauce|store
🏺|1|amphora|aquarius|cooking|drink|jug|tool|weapon|zodiac

🌍|0.7|globe showing Europe-Africa|earth|world
🌎|0.7|globe showing Americas|earth|world
🌏|0.6|globe showing Asia-Australia|earth|world
🌐|1|globe with meridians|earth|internet|web|world|worldwide
🗺️|0.7|world map
🗾|0.6|map of Japan
🧭|11|compass|direction|magnetic|navigation|orienteering
🏔️|0.7|snow-capped mountain|cold
⛰️|0.7|mountain
🛘|17|landslide|avalanche|danger|disaster|earthquake|mountain|mudslide|rocks
🌋|0.6|volcano|eruption|mountain|nature
🗻|0.6|mount fuji|mountain|nature
🏕️|0.7|camping
🏖️|0.7|beach with umbrella
🏜️|0.7|desert
🏝️|0.7|desert island
🏞️|0.7|national park
🏟️|0.7|stadium
🏛️|0.7|classical building
🏗️|0.7|building construction|crane
🧱|11|brick|bricks|clay|mortar|wall
🪨|13|rock|boulder|heavy|solid|stone|tough
🪵|13|wood|log|lumber|timber
🛖|13|hut|home|house|roundhouse|shelter|yurt
🏘️|0.7|houses
🏚️|0.7|derelict house|home
🏠|0.6|house|building|country|heart|home|ranch|settle|simple|suburban|suburbia|where
🏡|0.6|house with garden|building|country|heart|home|ranch|settle|simple|suburban|suburbia|where
🏢|0.6|office building|city|cubical|job
🏣|0.6|Japanese post office|building
🏤|1|post office|building|european
🏥|0.6|hospital|building|doctor|medicine
🏦|0.6|bank|building
🏨|0.6|hotel|building
🏩|0.6|love hotel|building
🏪|0.6|convenience store|24|building|hours
🏫|0.6|school|building
🏬|0.6|department store|building
🏭|0.6|factory|building
🏯|0.6|Japanese castle|building
🏰|0.6|castle|building|european
💒|0.6|wedding|chapel|hitched|nuptials|romance
🗼|0.6|Tokyo tower
🗽|0.6|Statue of Liberty|new|ny|nyc|york
⛪|0.6|church|bless|chapel|christian|cross|religion
🕌|1|mosque|islam|masjid|muslim|religion
🛕|12|hindu temple
🕍|1|synagogue|jew|jewish|judaism|religion|temple
⛩️|0.7|shinto shrine|religion
🕋|1|kaaba|hajj|islam|muslim|religion|umrah
⛲|0.6|fountain
⛺|0.6|tent|camping
🌁|0.6|foggy
🌃|0.6|night with stars
🏙️|0.7|cityscape
🌄|0.6|sunrise over mountains|morning
🌅|0.6|sunrise|morning|nature
🌆|0.6|cityscape at dusk|building|evening|landscape|sun|sunset
🌇|0.6|sunset|building|dusk
🌉|0.6|bridge at night
♨️|0.6|hot springs|hotsprings|steaming
🎠|0.6|carousel horse|entertainment
🛝|14|playground slide|amusement|park|playing|sliding|theme
🎡|0.6|ferris wheel|amusement|park|theme
🎢|0.6|roller coaster|amusement|park|theme
💈|0.6|barber pole|cut|fresh|haircut|shave
🎪|0.6|circus tent
🚂|1|locomotive|caboose|engine|railway|steam|train|trains|travel
🚃|0.6|railway car|electric|train|tram|travel|trolleybus
🚄|0.6|high-speed train|railway|shinkansen
🚅|0.6|bullet train|high-speed|nose|railway|shinkansen|speed|travel
🚆|1|train|arrived|choo|railway
🚇|0.6|metro|subway|travel
🚈|1|light rail|arrived|monorail|railway
🚉|0.6|station|railway|train
🚊|1|tram|trolleybus
🚝|1|monorail|vehicle
🚞|1|mountain railway|car|trip
🚋|1|tram car|bus|trolley|trolleybus
🚌|0.6|bus|school|vehicle
🚍|0.7|oncoming bus|cars
🚎|1|trolleybus|tram
🚐|1|minibus|drive|van|vehicle
🚑|0.6|ambulance|emergency|vehicle
🚒|0.6|fire engine|truck
🚓|0.6|police car|5–0|cops|patrol
🚔|0.7|oncoming police car
🚕|0.6|taxi|cab|cabbie|car|drive|vehicle|yellow
🚖|1|oncoming taxi|cab|cabbie|cars|drove|hail|yellow
🚗|0.6|automobile|car|driving|vehicle
🚘|0.7|oncoming automobile|car|cars|drove|vehicle
🚙|0.6|sport utility vehicle|car|drive|recreational|sportutility
🛻|13|pickup truck|automobile|car|flatbed|pick-up|transportation
🚚|0.6|delivery truck|car|drive|vehicle
🚛|1|articulated lorry|car|drive|move|semi|truck|vehicle
🚜|1|tractor|vehicle
🏎️|0.7|racing car|zoom
🏍️|0.7|motorcycle|racing
🛵|3|motor scooter
🦽|12|manual wheelchair|accessibility
🦼|12|motorized wheelchair|accessibility
🛺|12|auto rickshaw|tuk
🚲|0.6|bicycle|bike|class|cycling|cyclist|gang|ride|spin|spinning
🛴|3|kick scooter
🛹|11|skateboard|skater|wheels
🛼|13|roller skate|blades|skates|sport
🚏|0.6|bus stop|busstop
🛣️|0.7|motorway|highway|road
🛤️|0.7|railway track|train
🛢️|0.7|oil drum
⛽|0.6|fuel pump|diesel|fuelpump|gas|gasoline|station
🛞|14|wheel|car|circle|tire|turn|vehicle
🚨|0.6|police car light|alarm|alert|beacon|emergency|revolving|siren
🚥|0.6|horizontal traffic light|intersection|signal|stop|stoplight
🚦|1|vertical traffic light|drove|intersection|signal|stop|stoplight
🛑|3|stop sign|octagonal
🚧|0.6|construction|barrier
⚓|0.6|anchor|ship|tool
🛟|14|ring buoy|float|life|lifesaver|preserver|rescue|safety|save|saver|swim
⛵|0.6|sailboat|resort|sailing|sea|yacht
🛶|3|canoe|boat
🚤|0.6|speedboat|billionaire|lake|luxury|millionaire|summer|travel
🛳️|0.7|passenger ship
⛴️|0.7|ferry|boat|passenger
🛥️|0.7|motor boat|motorboat
🚢|0.6|ship|boat|passenger|travel
✈️|0.6|airplane|aeroplane|fly|flying|jet|travel
🛩️|0.7|small airplane|aeroplane
🛫|1|airplane departure|aeroplane|check-in|departures
🛬|1|airplane arrival|aeroplane|arrivals|arriving|landing
🪂|12|parachute|hang-glide|parasail|skydive
💺|0.6|seat|chair
🚁|1|helicopter|roflcopter|travel|vehicle
🚟|1|suspension railway
🚠|1|mountain cableway|gondola|lift|ski
🚡|1|aerial tramway|cable|car|gondola|ropeway
🛰️|0.7|satellite|space
🚀|0.6|rocket|launch|rockets|space|travel
🛸|5|flying saucer|aliens|extra|terrestrial|ufo
🛎️|0.7|bellhop bell|hotel
🧳|11|luggage|bag|packing|roller|suitcase|travel
⌛|0.6|hourglass done|sand|time|timer
⏳|0.6|hourglass not done|flowing|hours|sand|timer|waiting|yolo
⌚|0.6|watch|clock|time
⏰|0.6|alarm clock|hours|hrs|late|time|waiting
⏱️|1|stopwatch|clock|time
⏲️|1|timer clock
🕰️|0.7|mantelpiece clock|time
🕛|0.6|twelve o’clock|12|12:00|time
🕧|0.7|twelve-thirty|12|12:30|30|clock|time
🕐|0.6|one o’clock|1|1:00|time
🕜|0.7|one-thirty|1|1:30|30|clock|time
🕑|0.6|two o’clock|2|2:00|time
🕝|0.7|two-thirty|2|2:30|30|clock|time
🕒|0.6|three o’clock|3|3:00|time
🕞|0.7|three-thirty|3|30|3:30|clock|time
🕓|0.6|four o’clock|4|4:00|time
🕟|0.7|four-thirty|30|4|4:30|clock|time
🕔|0.6|five o’clock|5|5:00|time
🕠|0.7|five-thirty|30|5|5:30|clock|time
🕕|0.6|six o’clock|6|6:00|time
🕡|0.7|six-thirty|30|6|6:30|clock
🕖|0.6|seven o’clock|0|7|7:00
🕢|0.7|seven-thirty|30|7|7:30|clock
🕗|0.6|eight o’clock|8|8:00|time
🕣|0.7|eight-thirty|30|8|8:30|clock|time
🕘|0.6|nine o’clock|9|9:00|time
🕤|0.7|nine-thirty|30|9|9:30|clock|time
🕙|0.6|ten o’clock|0|10|10:00
🕥|0.7|ten-thirty|10|10:30|30|clock|time
🕚|0.6|eleven o’clock|11|11:00|time
🕦|0.7|eleven-thirty|11|11:30|30|clock|time
🌑|0.6|new moon|dark|space
🌒|1|waxing crescent moon|dreams|space
🌓|0.6|first quarter moon|space
🌔|0.6|waxing gibbous moon|space
🌕|0.6|full moon|space
🌖|1|waning gibbous moon|space
🌗|1|last quarter moon|space
🌘|1|waning crescent moon|space
🌙|0.6|crescent moon|ramadan|space
🌚|1|new moon face|space
🌛|0.6|first quarter moon face|space
🌜|0.7|last quarter moon face|dreams
🌡️|0.7|thermometer|weather
☀️|0.6|sun|bright|rays|space|sunny|weather
🌝|1|full moon face|bright
🌞|1|sun with face|beach|bright|day|heat|shine|sunny|sunshine|weather
🪐|12|ringed planet|saturn|saturnine
⭐|0.6|star|astronomy|medium|stars|white
🌟|0.6|glowing star|glittery|night|shining|sparkle
🌠|0.6|shooting star|falling|night|space
🌌|0.6|milky way|space
☁️|0.6|cloud|weather
⛅|0.6|sun behind cloud|cloudy|weather
⛈️|0.7|cloud with lightning and rain|thunder|thunderstorm
🌤️|0.7|sun behind small cloud|weather
🌥️|0.7|sun behind large cloud|weather
🌦️|0.7|sun behind rain cloud|weather
🌧️|0.7|cloud with rain|weather
🌨️|0.7|cloud with snow|cold|weather
🌩️|0.7|cloud with lightning|weather
🌪️|0.7|tornado|cloud|weather|whirlwind
🌫️|0.7|fog|cloud|weather
🌬️|0.7|wind face|blow|cloud
🌀|0.6|cyclone|dizzy|hurricane|twister|typhoon|weather
🌈|0.6|rainbow|gay|genderqueer|glbt|glbtq|lesbian|lgbt|lgbtq|lgbtqia|nature|pride|queer|trans|transgender|weather
🌂|0.6|closed umbrella|clothing|rain
☂️|0.7|umbrella|clothing|rain
☔|0.6|umbrella with rain drops|clothing|weather
⛱️|0.7|umbrella on ground|rain|sun
⚡|0.6|high voltage|danger|electric|electricity|lightning|nature|thunder|thunderbolt|zap
❄️|0.6|snowflake|cold|weather
☃️|0.7|snowman|cold
⛄|0.6|snowman without snow|cold
☄️|1|comet|space
🔥|0.6|fire|af|burn|flame|hot|lit|litaf|tool
💧|0.6|droplet|cold|comic|nature|sad|sweat|tear|water|weather
🌊|0.6|water wave|nature|ocean|surf|surfer|surfing

🎃|0.6|jack-o-lantern|celebration|halloween|pumpkin
🎄|0.6|Christmas tree|celebration
🎆|0.6|fireworks|boom|celebration|entertainment|yolo
🎇|0.6|sparkler|boom|celebration|fireworks
🧨|11|firecracker|dynamite|explosive|fireworks|light|pop|popping|spark
✨|0.6|sparkles|*|magic|star
🎈|0.6|balloon|birthday|celebrate|celebration
🎉|0.6|party popper|awesome|birthday|celebrate|celebration|excited|hooray|tada|woohoo
🎊|0.6|confetti ball|celebrate|celebration|party|woohoo
🎋|0.6|tanabata tree|banner|celebration|japanese
🎍|0.6|pine decoration|bamboo|celebration|japanese|plant
🎎|0.6|Japanese dolls|celebration|festival
🎏|0.6|carp streamer|celebration
🎐|0.6|wind chime|bell|celebration
🎑|0.6|moon viewing ceremony|celebration
🧧|11|red envelope|gift|good|hóngbāo|lai|luck|money|see
🎀|0.6|ribbon|celebration
🎁|0.6|wrapped gift|birthday|bow|box|celebration|christmas|present|surprise
🎗️|0.7|reminder ribbon|celebration
🎟️|0.7|admission tickets
🎫|0.6|ticket|admission|stub
🎖️|0.7|military medal|award|celebration
🏆|0.6|trophy|champion|champs|prize|slay|sport|victory|win|winning
🏅|1|sports medal|award|gold|winner
🥇|3|1st place medal|first|gold
🥈|3|2nd place medal|second|silver
🥉|3|3rd place medal|bronze|third
⚽|0.6|soccer ball|football|futbol|sport
⚾|0.6|baseball|sport
🥎|11|softball|glove|sports|underarm
🏀|0.6|basketball|hoop|sport
🏐|1|volleyball|game
🏈|0.6|american football|bowl|sport|super
🏉|1|rugby football|sport
🎾|0.6|tennis|ball|racquet|sport
🥏|11|flying disc|ultimate
🎳|0.6|bowling|ball|game|sport|strike
🏏|1|cricket game|ball|bat
🏑|1|field hockey|ball|game|stick
🏒|1|ice hockey|game|puck|stick
🥍|11|lacrosse|ball|goal|sports|stick
🏓|1|ping pong|ball|bat|game|paddle|pingpong|table|tennis
🏸|1|badminton|birdie|game|racquet|shuttlecock
🥊|3|boxing glove
🥋|3|martial arts uniform|judo|karate|taekwondo
🥅|3|goal net
⛳|0.6|flag in hole|golf|sport
⛸️|0.7|ice skate|skating
🎣|0.6|fishing pole|entertainment|sport
🤿|12|diving mask|scuba|snorkeling
🎽|0.6|running shirt|athletics|sash
🎿|0.6|skis|snow|sport
🛷|5|sled|luge|sledge|sleigh|snow|toboggan
🥌|5|curling stone|game|rock
🎯|0.6|bullseye|dart|direct|entertainment|game|hit|target
🪀|12|yo-yo|fluctuate|toy
🪁|12|kite|fly|soar
🔫|0.6|water pistol|gun|handgun|revolver|tool|weapon
🎱|0.6|pool 8 ball|8ball|billiard|eight|game
🔮|0.6|crystal ball|fairy|fairytale|fantasy|fortune|future|magic|tale|tool
🪄|13|magic wand|magician|witch|wizard
🎮|0.6|video game|controller|entertainment
🕹️|0.7|joystick|game|video|videogame
🎰|0.6|slot machine|casino|gamble|gambling|game|slots
🎲|0.6|game die|dice|entertainment
🧩|11|puzzle piece|clue|interlocking|jigsaw
🧸|11|teddy bear|plaything|plush|stuffed|toy
🪅|13|piñata|candy|celebrate|celebration|cinco|de|festive|mayo|party|pinada|pinata
🪩|14|mirror ball|dance|disco|glitter|party
🪆|13|nesting dolls|babooshka|baboushka|babushka|matryoshka|russia
♠️|0.6|spade suit|card|game
♥️|0.6|heart suit|card|emotion|game|hearts
♦️|0.6|diamond suit|card|game
♣️|0.6|club suit|card|clubs|game
♟️|11|chess pawn|dupe|expendable
🃏|0.6|joker|card|game|wildcard
🀄|0.6|mahjong red dragon|game
🎴|0.6|flower playing cards|game|japanese
🎭|0.6|performing arts|actor|actress|entertainment|mask|theater|theatre|thespian
🖼️|0.7|framed picture|art|museum|painting
🎨|0.6|artist palette|artsy|arty|colorful|creative|entertainment|museum|painter|painting
🧵|11|thread|needle|sewing|spool|string
🪡|13|sewing needle|embroidery|stitches|sutures|tailoring|thread
🧶|11|yarn|ball|crochet|knit
🪢|13|knot|cord|rope|tangled|tie|twine|twist

👓|0.6|glasses|clothing|eye|eyeglasses|eyewear
🕶️|0.7|sunglasses|dark|eye|eyewear
🥽|11|goggles|dive|eye|protection|scuba|swimming|welding
🥼|11|lab coat|clothes|doctor|dr|experiment|jacket|scientist|white
🦺|12|safety vest|emergency
👔|0.6|necktie|clothing|employed|serious|shirt
👕|0.6|t-shirt|blue|casual|clothes|clothing|collar|dressed|shopping|tshirt|weekend
👖|0.6|jeans|blue|casual|clothes|clothing|denim|dressed|pants|shopping|trousers|weekend
🧣|5|scarf|bundle|cold|neck|up
🧤|5|gloves|hand
🧥|5|coat|brr|bundle|cold|jacket|up
🧦|5|socks|stocking
👗|0.6|dress|clothes|clothing|dressed|fancy|shopping
👘|0.6|kimono|clothing|comfortable
🥻|12|sari|clothing|dress
🩱|12|one-piece swimsuit|bathing
🩲|12|briefs|bathing|one-piece|suit|swimsuit|underwear
🩳|12|shorts|bathing|pants|suit|swimsuit|underwear
👙|0.6|bikini|bathing|beach|clothing|pool|suit|swim
👚|0.6|woman’s clothes|blouse|clothing|collar|dress|dressed|lady|shirt|shopping
🪭|15|folding hand fan|clack|clap|cool|cooling|dance|flirt|flutter|hot|shy
👛|0.6|purse|clothes|clothing|coin|dress|fancy|handbag|shopping
👜|0.6|handbag|clothes|clothing|dress|lady|purse|shopping
👝|0.6|clutch bag|clothes|clothing|dress|handbag|pouch|purse
🛍️|0.7|shopping bags|hotel
🎒|0.6|backpack|backpacking|bag|bookbag|education|rucksack|satchel|school
🩴|13|thong sandal|beach|flip|flop|sandals|shoe|thongs|zōri
👞|0.6|man’s shoe|brown|clothes|clothing|feet|foot|kick|shoes|shopping
👟|0.6|running shoe|athletic|clothes|clothing|fast|kick|shoes|shopping|sneaker|tennis
🥾|11|hiking boot|backpacking|brown|camping|outdoors|shoe
🥿|11|flat shoe|ballet|comfy|flats|slip-on|slipper
👠|0.6|high-heeled shoe|clothes|clothing|dress|fashion|heels|shoes|shopping|stiletto|woman
👡|0.6|woman’s sandal|clothing|shoe
🩰|12|ballet shoes|dance
👢|0.6|woman’s boot|clothes|clothing|dress|shoe|shoes|shopping
🪮|15|hair pick|afro|comb|groom
👑|0.6|crown|clothing|family|king|medieval|queen|royal|royalty|win
👒|0.6|woman’s hat|clothes|clothing|garden|hats|party
🎩|0.6|top hat|clothes|clothing|fancy|formal|magic|tophat
🎓|0.6|graduation cap|celebration|clothing|education|hat|scholar
🧢|5|billed cap|baseball|bent|dad|hat
🪖|13|military helmet|army|soldier|war|warrior
⛑️|0.7|rescue worker’s helmet|aid|cross|face|hat
📿|1|prayer beads|clothing|necklace|religion
💄|0.6|lipstick|cosmetics|date|makeup
💍|0.6|ring|diamond|engaged|engagement|married|romance|shiny|sparkling|wedding
💎|0.6|gem stone|diamond|engagement|jewel|money|romance|wedding
🔇|1|muted speaker|quiet|silent|sound
🔈|0.7|speaker low volume|soft|sound
🔉|1|speaker medium volume|sound
🔊|0.6|speaker high volume|loud|music|sound
📢|0.6|loudspeaker|address|communication|public|sound
📣|0.6|megaphone|cheering|sound
📯|1|postal horn
🔔|0.6|bell|break|church|sound
🔕|1|bell with slash|forbidden|mute|no|not|prohibited|quiet|silent|sound
🎼|0.6|musical score|note
🎵|0.6|musical note|sound
🎶|0.6|musical notes|sound
🎙️|0.7|studio microphone|music
🎚️|0.7|level slider|music
🎛️|0.7|control knobs|music
🎤|0.6|microphone|karaoke|music|sing|sound
🎧|0.6|headphone|earbud|sound
📻|0.6|radio|entertainment|tbt|video
🎷|0.6|saxophone|instrument|music
🎺|0.6|trumpet|instrument|music
🪊|17|trombone|brass|instrument|jazz|music|sad|slide
🪗|13|accordion|box|concertina|instrument|music|squeeze|squeezebox
🎸|0.6|guitar|instrument|music|strat
🎹|0.6|musical keyboard|instrument|piano
🎻|0.6|violin|instrument|music
🪕|12|banjo|music|stringed
🥁|3|drum|drumsticks|music
🪘|13|long drum|beat|conga|instrument|rhythm
🪇|15|maracas|cha|dance|instrument|music|party|percussion|rattle|shake|shaker
🪈|15|flute|band|fife|flautist|instrument|marching|music|orchestra|piccolo|pipe|recorder|woodwind
🪉|16|harp|cupid|instrument|love|music|orchestra
📱|0.6|mobile phone|cell|communication|telephone
📲|0.6|mobile phone with arrow|build|call|cell|communication|receive|telephone
☎️|0.6|telephone
📞|0.6|telephone receiver|communication|voip
📟|0.6|pager|communication
📠|0.6|fax machine|communication
🔋|0.6|battery
🪫|14|low battery|drained|electronic|energy|power
🔌|0.6|electric plug|electricity
💻|0.6|laptop|computer|office|pc|personal
🖥️|0.7|desktop computer|monitor
🖨️|0.7|printer|computer
⌨️|1|keyboard|computer
🖱️|0.7|computer mouse
🖲️|0.7|trackball|computer
💽|0.6|computer disk|minidisk|optical
💾|0.6|floppy disk|computer
💿|0.6|optical disk|blu-ray|cd|computer|dvd
📀|0.6|dvd|blu-ray|cd|computer|disk|optical
🧮|11|abacus|calculation|calculator
🎥|0.6|movie camera|bollywood|cinema|film|hollywood|record
🎞️|0.7|film frames|cinema|movie
📽️|0.7|film projector|cinema|movie|video
🎬|0.6|clapper board|action|movie
📺|0.6|television|tv|video
📷|0.6|camera|photo|selfie|snap|tbt|trip|video
📸|1|camera with flash|video
📹|0.6|video camera|camcorder|tbt
📼|0.6|videocassette|old|school|tape|vcr|vhs
🔍|0.6|magnifying glass tilted left|lab|left-pointing|science|search|tool
🔎|0.6|magnifying glass tilted right|contact|lab|right-pointing|science|search|tool
🕯️|0.7|candle|light
💡|0.6|light bulb|comic|electric|idea
🔦|0.6|flashlight|electric|tool|torch
🏮|0.6|red paper lantern|bar|light|restaurant
🪔|12|diya lamp|light|oil
📔|0.6|notebook with decorative cover|decorated|education|school|writing
📕|0.6|closed book|education
📖|0.6|open book|education|fantasy|knowledge|library|novels|reading
📗|0.6|green book|education|fantasy|library|reading
📘|0.6|blue book|education|fantasy|library|reading
📙|0.6|orange book|education|fantasy|library|reading
📚|0.6|books|education|fantasy|knowledge|library|novels|reading|school|study
📓|0.6|notebook
📒|0.6|ledger|notebook
📃|0.6|page with curl|document|paper
📜|0.6|scroll|paper
📄|0.6|page facing up|document|paper
📰|0.6|newspaper|communication
🗞️|0.7|rolled-up newspaper
📑|0.6|bookmark tabs|marker
🔖|0.6|bookmark
🏷️|0.7|label|tag
🪙|13|coin|dollar|euro|gold|metal|money|rich|silver|treasure
💰|0.6|money bag|bank|bet|billion|cash|cost|dollar|gold|million|moneybag|paid|paying|pot|rich|win
🪎|17|treasure chest|gem|gold|jewels|loot|money|prize|silver|valuables|wealth
💴|0.6|yen banknote|bill|currency|money
💵|0.6|dollar banknote|bill|currency|money
💶|1|euro banknote|100|bill|currency|money|rich
💷|1|pound banknote|bill|billion|cash|currency|money|pounds
💸|0.6|money with wings|bank|banknote|bill|billion|cash|dollar|fly|million|note|pay
💳|0.6|credit card|bank|cash|charge|money|pay
🧾|11|receipt|accounting|bookkeeping|evidence|invoice|proof
💹|0.6|chart increasing with yen|bank|currency|graph|growth|market|money|rise|trend|upward
✉️|0.6|envelope|e-mail|email|letter
📧|0.6|e-mail|email|letter
📨|0.6|incoming envelope|delivering|e-mail|email|letter|mail|receive|sent
📩|0.6|envelope with arrow|communication|down|e-mail|email|letter|mail|outgoing|send|sent
📤|0.6|outbox tray|email|letter|mail|sent
📥|0.6|inbox tray|email|letter|mail|receive|zero
📦|0.6|package|box|communication|delivery|parcel|shipping
📫|0.6|closed mailbox with raised flag|communication|postbox
📪|0.6|closed mailbox with lowered flag|postbox
📬|0.7|open mailbox with raised flag|postbox
📭|0.7|open mailbox with lowered flag|postbox
📮|0.6|postbox|mail|mailbox
🗳️|0.7|ballot box with ballot
✏️|0.6|pencil
✒️|0.6|black nib|pen
🖋️|0.7|fountain pen
🖊️|0.7|pen|ballpoint
🖌️|0.7|paintbrush|painting
🖍️|0.7|crayon
📝|0.6|memo|communication|media|notes|pencil
💼|0.6|briefcase|office
📁|0.6|file folder
📂|0.6|open file folder
🗂️|0.7|card index dividers
📅|0.6|calendar|date
📆|0.6|tear-off calendar
🗒️|0.7|spiral notepad
🗓️|0.7|spiral calendar|pad
📇|0.6|card index|old|rolodex|school
📈|0.6|chart increasing|data|graph|growth|right|trend|up|upward
📉|0.6|chart decreasing|data|down|downward|graph|negative|trend
📊|0.6|bar chart|data|graph
📋|0.6|clipboard|do|list|notes
📌|0.6|pushpin|collage
📍|0.6|round pushpin|location|map
📎|0.6|paperclip
🖇️|0.7|linked paperclips
📏|0.6|straight ruler|angle|edge|math|straightedge
📐|0.6|triangular ruler|angle|math|set|slide|triangle
✂️|0.6|scissors|cut|cutting|paper|tool
🗃️|0.7|card file box
🗄️|0.7|file cabinet|filing|paper
🗑️|0.7|wastebasket|can|garbage|trash
🔒|0.6|locked|closed|private
🔓|0.6|unlocked|cracked|open
🔏|0.6|locked with pen|ink|nib|privacy
🔐|0.6|locked with key|bike|closed|secure
🔑|0.6|key|keys|lock|major|password|unlock
🗝️|0.7|old key|clue|lock
🔨|0.6|hammer|home|improvement|repairs|tool
🪓|12|axe|chop|hatchet|split|wood
⛏️|0.7|pick|hammer|mining|tool
⚒️|1|hammer and pick|tool
🛠️|0.7|hammer and wrench|spanner|tool
🗡️|0.7|dagger|knife|weapon
⚔️|1|crossed swords|weapon
💣|0.6|bomb|boom|comic|dangerous|explosion|hot
🪃|13|boomerang|rebound|repercussion|weapon
🏹|1|bow and arrow|archer|archery|sagittarius|tool|weapon|zodiac
🛡️|0.7|shield|weapon
🪚|13|carpentry saw|carpenter|cut|lumber|tool|trim
🔧|0.6|wrench|home|improvement|spanner|tool
🪛|13|screwdriver|flathead|handy|tool
🔩|0.6|nut and bolt|home|improvement|tool
⚙️|1|gear|cog|cogwheel|tool
🗜️|0.7|clamp|compress|tool|vice
⚖️|1|balance scale|justice|libra|scales|tool|weight|zodiac
🦯|12|white cane|accessibility|blind|probing
🔗|0.6|link|links
⛓️‍💥|15.1|broken chain|break|breaking|cuffs|freedom
⛓️|0.7|chains
🪝|13|hook|catch|crook|curve|ensnare|point|selling
🧰|11|toolbox|chest|mechanic|red
🧲|11|magnet|attraction|horseshoe|magnetic|negative|positive|shape|u
🪜|13|ladder|climb|rung|step
🪏|16|shovel|bury|dig|garden|hole|plant|scoop|snow|spade
⚗️|1|alembic|chemistry|tool
🧪|11|test tube|chemist|chemistry|experiment|lab|science
🧫|11|petri dish|bacteria|biologist|biology|culture|lab
🧬|11|dna|biologist|evolution|gene|genetics|life
🔬|1|microscope|experiment|lab|science|tool
🔭|1|telescope|contact|extraterrestrial|science|tool
📡|0.6|satellite antenna|aliens|contact|dish|science
💉|0.6|syringe|doctor|flu|medicine|needle|shot|sick|tool|vaccination
🩸|12|drop of blood|bleed|donation|injury|medicine|menstruation
💊|0.6|pill|doctor|drugs|medicated|medicine|pills|sick|vitamin
🩹|12|adhesive bandage
🩼|14|crutch|aid|cane|disability|help|hurt|injured|mobility|stick
🩺|12|stethoscope|doctor|heart|medicine
🩻|14|x-ray|bones|doctor|medical|skeleton|skull|xray
🚪|0.6|door|back|closet|front
🛗|13|elevator|accessibility|hoist|lift
🪞|13|mirror|makeup|reflection|reflector|speculum
🪟|13|window|air|frame|fresh|opening|transparent|view
🛏️|0.7|bed|hotel|sleep
🛋️|0.7|couch and lamp|hotel
🪑|12|chair|seat|sit
🚽|0.6|toilet|bathroom
🪠|13|plunger|cup|force|plumber|poop|suction|toilet
🚿|1|shower|water
🛁|1|bathtub
🪤|13|mouse trap|bait|cheese|lure|mousetrap|snare
🪒|12|razor|sharp|shave
🧴|11|lotion bottle|moisturizer|shampoo|sunscreen
🧷|11|safety pin|diaper|punk|rock
🧹|11|broom|cleaning|sweeping|witch
🧺|11|basket|farming|laundry|picnic
🧻|11|roll of paper|toilet|towels
🪣|13|bucket|cask|pail|vat
🧼|11|soap|bar|bathing|clean|cleaning|lather|soapdish
🫧|14|bubbles|burp|clean|floating|pearl|soap|underwater
🪥|13|toothbrush|bathroom|clean|dental|hygiene|teeth|toiletry
🧽|11|sponge|absorbing|cleaning|porous|soak
🧯|11|fire extinguisher|quench
🛒|3|shopping cart|trolley
🚬|0.6|cigarette|smoking
⚰️|1|coffin|dead|death|vampire
🪦|13|headstone|cemetery|dead|grave|graveyard|memorial|rip|tomb|tombstone
⚱️|1|funeral urn|ashes|death
🧿|11|nazar amulet|bead|blue|charm|evil-eye|talisman
🪬|14|hamsa|amulet|fatima|fortune|guide|hand|mary|miriam|palm|protect|protection
🗿|0.6|moai|face|moyai|statue|stoneface|travel
🪧|13|placard|demonstration|notice|picket|plaque|protest|sign
🪪|14|identification card|credentials|document|license|security

🏧|0.6|ATM sign|automated|bank|cash|money|teller
🚮|1|litter in bin sign|litterbin
🚰|1|potable water|drinking
♿|0.6|wheelchair symbol|access|handicap
🚹|0.6|men’s room|bathroom|lavatory|man|restroom|toilet|wc
🚺|0.6|women’s room|bathroom|lavatory|restroom|toilet|wc|woman
🚻|0.6|restroom|bathroom|lavatory|toilet|wc
🚼|0.6|baby symbol|changing
🚾|0.6|water closet|bathroom|lavatory|restroom|toilet|wc
🛂|1|passport control
🛃|1|customs|packing
🛄|1|baggage claim|arrived|bags|case|checked|journey|packing|plane|ready|travel|trip
🛅|1|left luggage|baggage|case|locker
⚠️|0.6|warning|caution
🚸|1|children crossing|pedestrian|traffic
⛔|0.6|no entry|do|fail|forbidden|not|pass|prohibited|traffic
🚫|0.6|prohibited|entry|forbidden|no|not|smoke
🚳|1|no bicycles|bike|forbidden|not|prohibited
🚭|0.6|no smoking|forbidden|not|prohibited|smoke
🚯|1|no littering|forbidden|not|prohibited
🚱|1|non-potable water|dry|non-drinking|prohibited
🚷|1|no pedestrians|forbidden|not|prohibited
📵|1|no mobile phones|cell|forbidden|not|prohibited|telephone
🔞|0.6|no one under eighteen|18|age|forbidden|not|prohibited|restriction|underage
☢️|1|radioactive|sign
☣️|1|biohazard|sign
⬆️|0.6|up arrow|cardinal|direction|north
↗️|0.6|up-right arrow|direction|intercardinal|northeast
➡️|0.6|right arrow|cardinal|direction|east
↘️|0.6|down-right arrow|direction|intercardinal|southeast
⬇️|0.6|down arrow|cardinal|direction|south
↙️|0.6|down-left arrow|direction|intercardinal|southwest
⬅️|0.6|left arrow|cardinal|direction|west
↖️|0.6|up-left arrow|direction|intercardinal|northwest
↕️|0.6|up-down arrow
↔️|0.6|left-right arrow
↩️|0.6|right arrow curving left
↪️|0.6|left arrow curving right
⤴️|0.6|right arrow curving up
⤵️|0.6|right arrow curving down
🔃|0.6|clockwise vertical arrows|refresh|reload
🔄|1|counterclockwise arrows button|again|anticlockwise|deja|refresh|rewindershins|vu
🔙|0.6|BACK arrow
🔚|0.6|END arrow
🔛|0.6|ON! arrow|mark
🔜|0.6|SOON arrow|brb|omw
🔝|0.6|TOP arrow|homie|up
🛐|1|place of worship|pray|religion
⚛️|1|atom symbol|atheist
🕉️|0.7|om|hindu|religion
✡️|0.7|star of David|jew|jewish|judaism|religion
☸️|0.7|wheel of dharma|buddhist|religion
☯️|0.7|yin yang|difficult|lives|religion|tao|taoist|total|yinyang
✝️|0.7|latin cross|christ|christian|religion
☦️|1|orthodox cross|christian|religion
☪️|0.7|star and crescent|islam|muslim|ramadan|religion
☮️|1|peace symbol|healing|peaceful
🕎|1|menorah|candelabrum|candlestick|hanukkah|jewish|judaism|religion
🔯|0.6|dotted six-pointed star|fortune|jewish|judaism
🪯|15|khanda|deg|fateh|khalsa|religion|sikh|sikhism|tegh
♈|0.6|Aries|horoscope|ram|zodiac
♉|0.6|Taurus|bull|horoscope|ox|zodiac
♊|0.6|Gemini|horoscope|twins|zodiac
♋|0.6|Cancer|crab|horoscope|zodiac
♌|0.6|Leo|horoscope|lion|zodiac
♍|0.6|Virgo|horoscope|zodiac
♎|0.6|Libra|balance|horoscope|justice|scales|zodiac
♏|0.6|Scorpio|horoscope|scorpion|scorpius|zodiac
♐|0.6|Sagittarius|archer|horoscope|zodiac
♑|0.6|Capricorn|goat|horoscope|zodiac
♒|0.6|Aquarius|bearer|horoscope|water|zodiac
♓|0.6|Pisces|fish|horoscope|zodiac
⛎|0.6|Ophiuchus|bearer|serpent|snake|zodiac
🔀|1|shuffle tracks button|arrow|crossed
🔁|1|repeat button|arrow|clockwise
🔂|1|repeat single button|arrow|clockwise|once
▶️|0.6|play button|arrow|right|triangle
⏩|0.6|fast-forward button|arrow|double
⏭️|0.7|next track button|arrow|scene|triangle
⏯️|1|play or pause button|arrow|right|triangle
◀️|0.6|reverse button|arrow|left|triangle
⏪|0.6|fast reverse button|arrow|double|rewind
⏮️|0.7|last track button|arrow|previous|scene|triangle
🔼|0.6|upwards button|arrow|red
⏫|0.6|fast up button|arrow|double
🔽|0.6|downwards button|arrow|red
⏬|0.6|fast down button|arrow|double
⏸️|0.7|pause button|bar|double|vertical
⏹️|0.7|stop button|square
⏺️|0.7|record button|circle
⏏️|1|eject button
🎦|0.6|cinema|camera|film|movie
🔅|1|dim button|brightness|low
🔆|1|bright button|brightness|light
📶|0.6|antenna bars|cell|communication|mobile|phone|signal|telephone
🛜|15|wireless|broadband|computer|connectivity|hotspot|internet|network|router|smartphone|wi-fi|wifi|wlan
📳|0.6|vibration mode|cell|communication|mobile|phone|telephone
📴|0.6|mobile phone off|cell|telephone
♀️|4|female sign|woman
♂️|4|male sign|man
⚧️|13|transgender symbol
✖️|0.6|multiply|cancel|multiplication|sign|x|×
➕|0.6|plus|+
➖|0.6|minus|-|heavy|math|sign|−
➗|0.6|divide|division|heavy|math|sign|÷
🟰|14|heavy equals sign|answer|equality|math
♾️|11|infinity|forever|unbounded|universal
‼️|0.6|double exclamation mark|!|!!|bangbang|punctuation
⁉️|0.6|exclamation question mark|!|!?|?|interrobang|punctuation
❓|0.6|red question mark|?|punctuation
❔|0.6|white question mark|?|outlined|punctuation
❕|0.6|white exclamation mark|!|outlined|punctuation
❗|0.6|red exclamation mark|!|punctuation
〰️|0.6|wavy dash|punctuation
💱|0.6|currency exchange|bank|money
💲|0.6|heavy dollar sign|billion|cash|charge|currency|million|money|pay
⚕️|4|medical symbol|aesculapius|medicine|staff
♻️|0.6|recycling symbol|recycle
⚜️|1|fleur-de-lis|knights
🔱|0.6|trident emblem|anchor|poseidon|ship|tool
📛|0.6|name badge
🔰|0.6|Japanese symbol for beginner|chevron|green|leaf|tool|yellow
⭕|0.6|hollow red circle|heavy|large
✅|0.6|check mark button|checked|checkmark|complete|completed|done|fixed|tick|✓
☑️|0.6|check box with check|ballot|checked|done|off|tick|✓
✔️|0.6|check mark|checked|checkmark|done|heavy|tick|✓
❌|0.6|cross mark|cancel|multiplication|multiply|x|×
❎|0.6|cross mark button|multiplication|multiply|square|x|×
➰|0.6|curly loop
➿|1|double curly loop
〽️|0.6|part alternation mark
✳️|0.6|eight-spoked asterisk|*
✴️|0.6|eight-pointed star|*
❇️|0.6|sparkle|*
©️|0.6|copyright
®️|0.6|registered
™️|0.6|trade mark|tm|trademark
🫟|16|splatter|drip|holi|ink|liquid|mess|paint|spill|stain
#️⃣|0.6|keycap: #
*️⃣|2|keycap: *
0️⃣|0.6|keycap: 0|zero
1️⃣|0.6|keycap: 1|one
2️⃣|0.6|keycap: 2|two
3️⃣|0.6|keycap: 3|three
4️⃣|0.6|keycap: 4|four
5️⃣|0.6|keycap: 5|five
6️⃣|0.6|keycap: 6|six
7️⃣|0.6|keycap: 7|seven
8️⃣|0.6|keycap: 8|eight
9️⃣|0.6|keycap: 9|nine
🔟|0.6|keycap: 10
🔠|0.6|input latin uppercase|abcd|letters
🔡|0.6|input latin lowercase|abcd|letters
🔢|0.6|input numbers|1234
🔣|0.6|input symbols|%|&|♪|〒
🔤|0.6|input latin letters|abc|alphabet
🅰️|0.6|A button (blood type)
🆎|0.6|AB button (blood type)
🅱️|0.6|B button (blood type)
🆑|0.6|CL button
🆒|0.6|COOL button
🆓|0.6|FREE button
ℹ️|0.6|information
🆔|0.6|ID button|identity
Ⓜ️|0.6|circled M
🆕|0.6|NEW button
🆖|0.6|NG button
🅾️|0.6|O button (blood type)
🆗|0.6|OK button|okay
🅿️|0.6|P button|parking
🆘|0.6|SOS button|help
🆙|0.6|UP! button|mark
🆚|0.6|VS button|versus
🈁|0.6|Japanese “here” button|katakana
🈂️|0.6|Japanese “service charge” button|katakana
🈷️|0.6|Japanese “monthly amount” button|ideograph
🈶|0.6|Japanese “not free of charge” button|ideograph
🈯|0.6|Japanese “reserved” button|ideograph
🉐|0.6|Japanese “bargain” button|ideograph
🈹|0.6|Japanese “discount” button|ideograph
🈚|0.6|Japanese “free of charge” button|ideograph
🈲|0.6|Japanese “prohibited” button|ideograph
🉑|0.6|Japanese “acceptable” button|ideograph
🈸|0.6|Japanese “application” button|ideograph
🈴|0.6|Japanese “passing grade” button|ideograph
🈳|0.6|Japanese “vacancy” button|ideograph
㊗️|0.6|Japanese “congratulations” button|ideograph
㊙️|0.6|Japanese “secret” button|ideograph
🈺|0.6|Japanese “open for business” button|ideograph
🈵|0.6|Japanese “no vacancy” button|ideograph
🔴|0.6|red circle|geometric
🟠|12|orange circle
🟡|12|yellow circle
🟢|12|green circle
🔵|0.6|blue circle|geometric
🟣|12|purple circle
🟤|12|brown circle
⚫|0.6|black circle|geometric
⚪|0.6|white circle|geometric
🟥|12|red square|card|penalty
🟧|12|orange square
🟨|12|yellow square|card|penalty
🟩|12|green square
🟦|12|blue square
🟪|12|purple square
🟫|12|brown square
⬛|0.6|black large square|geometric
⬜|0.6|white large square|geometric
◼️|0.6|black medium square|geometric
◻️|0.6|white medium square|geometric
◾|0.6|black medium-small square|geometric
◽|0.6|white medium-small square|geometric
▪️|0.6|black small square|geometric
▫️|0.6|white small square|geometric
🔶|0.6|large orange diamond|geometric
🔷|0.6|large blue diamond|geometric
🔸|0.6|small orange diamond|geometric
🔹|0.6|small blue diamond|geometric
🔺|0.6|red triangle pointed up|geometric
🔻|0.6|red triangle pointed down|geometric
💠|0.6|diamond with a dot|comic|geometric
🔘|0.6|radio button|geometric
🔳|0.6|white square button|geometric|outlined
🔲|0.6|black square button|geometric

🏁|0.6|chequered flag|checkered|finish|flags|game|race|racing|sport|win
🚩|0.6|triangular flag|construction|golf|post
🎌|0.6|crossed flags|celebration|japanese
🏴|1|black flag|waving
🏳️|0.7|white flag|waving
🏳️‍🌈|4|rainbow flag|bisexual|gay|genderqueer|glbt|glbtq|lesbian|lgbt|lgbtq|lgbtqia|pride|queer|trans|transgender
🏳️‍⚧️|13|transgender flag|blue|light|pink|white
🏴‍☠️|11|pirate flag|jolly|plunder|roger|treasure
🇦🇨|2|flag: Ascension Island|AC
🇦🇩|2|flag: Andorra|AD
🇦🇪|2|flag: United Arab Emirates|AE
🇦🇫|2|flag: Afghanistan
🇦🇬|2|flag: Antigua & Barbuda
🇦🇮|2|flag: Anguilla|AI
🇦🇱|2|flag: Albania
🇦🇲|2|flag: Armenia|AM
🇦🇴|2|flag: Angola|AO
🇦🇶|2|flag: Antarctica|AQ
🇦🇷|2|flag: Argentina
🇦🇸|2|flag: American Samoa|AS
🇦🇹|2|flag: Austria|AT
🇦🇺|2|flag: Australia
🇦🇼|2|flag: Aruba|AW
🇦🇽|2|flag: Åland Islands|AX
🇦🇿|2|flag: Azerbaijan
🇧🇦|2|flag: Bosnia & Herzegovina|BA
🇧🇧|2|flag: Barbados|BB
🇧🇩|2|flag: Bangladesh|BD
🇧🇪|2|flag: Belgium
🇧🇫|2|flag: Burkina Faso|BF
🇧🇬|2|flag: Bulgaria|BG
🇧🇭|2|flag: Bahrain|BH
🇧🇮|2|flag: Burundi|BI
🇧🇯|2|flag: Benin|BJ
🇧🇱|2|flag: St. Barthélemy|BL
🇧🇲|2|flag: Bermuda|BM
🇧🇳|2|flag: Brunei|BN
🇧🇴|2|flag: Bolivia
🇧🇶|2|flag: Caribbean Netherlands|BQ
🇧🇷|2|flag: Brazil
🇧🇸|2|flag: Bahamas|BS
🇧🇹|2|flag: Bhutan|BT
🇧🇻|2|flag: Bouvet Island|BV
🇧🇼|2|flag: Botswana|BW
🇧🇾|2|flag: Belarus|BY
🇧🇿|2|flag: Belize|BZ
🇨🇦|2|flag: Canada
🇨🇨|2|flag: Cocos (Keeling) Islands|CC
🇨🇩|2|flag: Congo - Kinshasa|CD
🇨🇫|2|flag: Central African Republic|CF
🇨🇬|2|flag: Congo - Brazzaville|CG
🇨🇭|2|flag: Switzerland|CH
🇨🇮|2|flag: Côte d’Ivoire|CI
🇨🇰|2|flag: Cook Islands|CK
🇨🇱|2|flag: Chile|CL
🇨🇲|2|flag: Cameroon|CM
🇨🇳|0.6|flag: China|CN
🇨🇴|2|flag: Colombia
🇨🇵|2|flag: Clipperton Island|CP
🇨🇶|16|flag: Sark|CQ
🇨🇷|2|flag: Costa Rica|CR
🇨🇺|2|flag: Cuba
🇨🇻|2|flag: Cape Verde|CV
🇨🇼|2|flag: Curaçao|CW
🇨🇽|2|flag: Christmas Island|CX
🇨🇾|2|flag: Cyprus
🇨🇿|2|flag: Czechia
🇩🇪|0.6|flag: Germany|DE
🇩🇬|2|flag: Diego Garcia|DG
🇩🇯|2|flag: Djibouti
🇩🇰|2|flag: Denmark|DK
🇩🇲|2|flag: Dominica|DM
🇩🇴|2|flag: Dominican Republic
🇩🇿|2|flag: Algeria|DZ
🇪🇦|2|flag: Ceuta & Melilla|EA
🇪🇨|2|flag: Ecuador
🇪🇪|2|flag: Estonia|EE
🇪🇬|2|flag: Egypt
🇪🇭|2|flag: Western Sahara|EH
🇪🇷|2|flag: Eritrea
🇪🇸|0.6|flag: Spain|ES
🇪🇹|2|flag: Ethiopia
🇪🇺|2|flag: European Union
🇫🇮|2|flag: Finland
🇫🇯|2|flag: Fiji|FJ
🇫🇰|2|flag: Falkland Islands|FK
🇫🇲|2|flag: Micronesia|FM
🇫🇴|2|flag: Faroe Islands|FO
🇫🇷|0.6|flag: France
🇬🇦|2|flag: Gabon
🇬🇧|0.6|flag: United Kingdom|GB
🇬🇩|2|flag: Grenada|GD
🇬🇪|2|flag: Georgia
🇬🇫|2|flag: French Guiana|GF
🇬🇬|2|flag: Guernsey|GG
🇬🇭|2|flag: Ghana
🇬🇮|2|flag: Gibraltar
🇬🇱|2|flag: Greenland|GL
🇬🇲|2|flag: Gambia|GM
🇬🇳|2|flag: Guinea|GN
🇬🇵|2|flag: Guadeloupe|GP
🇬🇶|2|flag: Equatorial Guinea|GQ
🇬🇷|2|flag: Greece
🇬🇸|2|flag: South Georgia & South Sandwich Islands|GS
🇬🇹|2|flag: Guatemala|GT
🇬🇺|2|flag: Guam
🇬🇼|2|flag: Guinea-Bissau|GW
🇬🇾|2|flag: Guyana|GY
🇭🇰|2|flag: Hong Kong SAR China|HK
🇭🇲|2|flag: Heard & McDonald Islands|HM
🇭🇳|2|flag: Honduras|HN
🇭🇷|2|flag: Croatia|HR
🇭🇹|2|flag: Haiti|HT
🇭🇺|2|flag: Hungary
🇮🇨|2|flag: Canary Islands|IC
🇮🇩|2|flag: Indonesia|ID
🇮🇪|2|flag: Ireland|IE
🇮🇱|2|flag: Israel|IL
🇮🇲|2|flag: Isle of Man|IM
🇮🇳|2|flag: India
🇮🇴|2|flag: British Indian Ocean Territory|IO
🇮🇶|2|flag: Iraq|IQ
🇮🇷|2|flag: Iran
🇮🇸|2|flag: Iceland|IS
🇮🇹|0.6|flag: Italy
🇯🇪|2|flag: Jersey
🇯🇲|2|flag: Jamaica|JM
🇯🇴|2|flag: Jordan
🇯🇵|0.6|flag: Japan|JP
🇰🇪|2|flag: Kenya
🇰🇬|2|flag: Kyrgyzstan|KG
🇰🇭|2|flag: Cambodia|KH
🇰🇮|2|flag: Kiribati
🇰🇲|2|flag: Comoros|KM
🇰🇳|2|flag: St. Kitts & Nevis|KN
🇰🇵|2|flag: North Korea|KP
🇰🇷|0.6|flag: South Korea|KR
🇰🇼|2|flag: Kuwait|KW
🇰🇾|2|flag: Cayman Islands|KY
🇰🇿|2|flag: Kazakhstan|KZ
🇱🇦|2|flag: Laos
🇱🇧|2|flag: Lebanon|LB
🇱🇨|2|flag: St. Lucia|LC
🇱🇮|2|flag: Liechtenstein
🇱🇰|2|flag: Sri Lanka|LK
🇱🇷|2|flag: Liberia|LR
🇱🇸|2|flag: Lesotho|LS
🇱🇹|2|flag: Lithuania|LT
🇱🇺|2|flag: Luxembourg
🇱🇻|2|flag: Latvia|LV
🇱🇾|2|flag: Libya|LY
🇲🇦|2|flag: Morocco|MA
🇲🇨|2|flag: Monaco|MC
🇲🇩|2|flag: Moldova|MD
🇲🇪|2|flag: Montenegro|ME
🇲🇫|2|flag: St. Martin|MF
🇲🇬|2|flag: Madagascar|MG
🇲🇭|2|flag: Marshall Islands|MH
🇲🇰|2|flag: North Macedonia|MK
🇲🇱|2|flag: Mali|ML
🇲🇲|2|flag: Myanmar (Burma)|MM
🇲🇳|2|flag: Mongolia|MN
🇲🇴|2|flag: Macao SAR China|MO
🇲🇵|2|flag: Northern Mariana Islands|MP
🇲🇶|2|flag: Martinique|MQ
🇲🇷|2|flag: Mauritania|MR
🇲🇸|2|flag: Montserrat|MS
🇲🇹|2|flag: Malta|MT
🇲🇺|2|flag: Mauritius|MU
🇲🇻|2|flag: Maldives|MV
🇲🇼|2|flag: Malawi|MW
🇲🇽|2|flag: Mexico|MX
🇲🇾|2|flag: Malaysia|MY
🇲🇿|2|flag: Mozambique|MZ
🇳🇦|2|flag: Namibia
🇳🇨|2|flag: New Caledonia|NC
🇳🇪|2|flag: Niger|NE
🇳🇫|2|flag: Norfolk Island|NF
🇳🇬|2|flag: Nigeria|NG
🇳🇮|2|flag: Nicaragua
🇳🇱|2|flag: Netherlands|NL
🇳🇴|2|flag: Norway
🇳🇵|2|flag: Nepal|NP
🇳🇷|2|flag: Nauru|NR
🇳🇺|2|flag: Niue|NU
🇳🇿|2|flag: New Zealand|NZ
🇴🇲|2|flag: Oman
🇵🇦|2|flag: Panama
🇵🇪|2|flag: Peru
🇵🇫|2|flag: French Polynesia|PF
🇵🇬|2|flag: Papua New Guinea|PG
🇵🇭|2|flag: Philippines
🇵🇰|2|flag: Pakistan|PK
🇵🇱|2|flag: Poland|PL
🇵🇲|2|flag: St. Pierre & Miquelon|PM
🇵🇳|2|flag: Pitcairn Islands|PN
🇵🇷|2|flag: Puerto Rico|PR
🇵🇸|2|flag: Palestinian Territories|PS
🇵🇹|2|flag: Portugal|PT
🇵🇼|2|flag: Palau|PW
🇵🇾|2|flag: Paraguay|PY
🇶🇦|2|flag: Qatar
🇷🇪|2|flag: Réunion|RE
🇷🇴|2|flag: Romania
🇷🇸|2|flag: Serbia|RS
🇷🇺|0.6|flag: Russia
🇷🇼|2|flag: Rwanda
🇸🇦|2|flag: Saudi Arabia
🇸🇧|2|flag: Solomon Islands|SB
🇸🇨|2|flag: Seychelles|SC
🇸🇩|2|flag: Sudan|SD
🇸🇪|2|flag: Sweden|SE
🇸🇬|2|flag: Singapore|SG
🇸🇭|2|flag: St. Helena|SH
🇸🇮|2|flag: Slovenia|SI
🇸🇯|2|flag: Svalbard & Jan Mayen|SJ
🇸🇰|2|flag: Slovakia|SK
🇸🇱|2|flag: Sierra Leone|SL
🇸🇲|2|flag: San Marino|SM
🇸🇳|2|flag: Senegal|SN
🇸🇴|2|flag: Somalia
🇸🇷|2|flag: Suriname|SR
🇸🇸|2|flag: South Sudan|SS
🇸🇹|2|flag: São Tomé & Príncipe|ST
🇸🇻|2|flag: El Salvador|SV
🇸🇽|2|flag: Sint Maarten|SX
🇸🇾|2|flag: Syria
🇸🇿|2|flag: Eswatini|SZ
🇹🇦|2|flag: Tristan da Cunha
🇹🇨|2|flag: Turks & Caicos Islands|TC
🇹🇩|2|flag: Chad|TD
🇹🇫|2|flag: French Southern Territories|TF
🇹🇬|2|flag: Togo|TG
🇹🇭|2|flag: Thailand
🇹🇯|2|flag: Tajikistan|TJ
🇹🇰|2|flag: Tokelau|TK
🇹🇱|2|flag: Timor-Leste|TL
🇹🇲|2|flag: Turkmenistan|TM
🇹🇳|2|flag: Tunisia|TN
🇹🇴|2|flag: Tonga
🇹🇷|2|flag: Türkiye|TR
🇹🇹|2|flag: Trinidad & Tobago|TT
🇹🇻|2|flag: Tuvalu|TV
🇹🇼|2|flag: Taiwan|TW
🇹🇿|2|flag: Tanzania|TZ
🇺🇦|2|flag: Ukraine|UA
🇺🇬|2|flag: Uganda
🇺🇲|2|flag: U.S. Outlying Islands|UM
🇺🇳|4|flag: United Nations
🇺🇸|0.6|flag: United States|US
🇺🇾|2|flag: Uruguay|UY
🇺🇿|2|flag: Uzbekistan
🇻🇦|2|flag: Vatican City
🇻🇨|2|flag: St. Vincent & Grenadines|VC
🇻🇪|2|flag: Venezuela
🇻🇬|2|flag: British Virgin Islands|VG
🇻🇮|2|flag: U.S. Virgin Islands
🇻🇳|2|flag: Vietnam|VN
🇻🇺|2|flag: Vanuatu|VU
🇼🇫|2|flag: Wallis & Futuna|WF
🇼🇸|2|flag: Samoa|WS
🇽🇰|2|flag: Kosovo|XK
🇾🇪|2|flag: Yemen
🇾🇹|2|flag: Mayotte|YT
🇿🇦|2|flag: South Africa|ZA
🇿🇲|2|flag: Zambia|ZM
🇿🇼|2|flag: Zimbabwe|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|flag: England|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|flag: Scotland|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|flag: Wales|gbwls`;
