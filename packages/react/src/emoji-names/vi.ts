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

export const lines: string = `😀|1|mặt cười toe toét
😃|0.6|mặt cười miệng há với mắt to|há to|mặt cười mắt mở to
😄|0.6|mặt cười miệng há mắt cười|mở
😁|0.6|mặt cười nhe răng và mắt cười
😆|0.6|mặt cười miệng há mắt nhắm chặt|cười ngoác miệng|cười ngặt nghẽo|cười như được mùa|cười to|hài lòng
😅|0.6|mặt cười toát mồ hôi|chán nản|căng thẳng|cười nhe răng|hào hứng|lo lắng|lạnh|miệng|mỉm cười|mở
🤣|3|mặt cười lăn cười bò|cười chảy nước mắt|cười sung sướng|sàn
😂|0.6|mặt cười với nước mắt vui sướng|cười chảy nước mắt|hài thật|vui đấy
🙂|1|mặt cười mỉm
🙃|1|mặt lộn ngược
🫠|14|mặt tan chảy|biến mất|chất lỏng|hòa tan
😉|0.6|mặt nháy mắt
😊|0.6|mặt cười híp mắt|cười mỉm|hài lòng|mặt tươi cười với đôi mắt biết cười|mỉm cười|vui mừng|đỏ mặt
😇|1|mặt cười có hào quang|giả tưởng|ngây thơ|thiên thần
🥰|11|mặt cười với 3 trái tim|phải lòng|yêu|yêu quý
😍|0.6|mặt cười mắt hình trái tim|lãng mạn|yêu
🤩|5|ngưỡng mộ|cười toét|mắt|mặt|ngôi sao
😘|0.6|mặt đang hôn gió
😗|1|mặt hôn
☺️|0.6|mặt cười|thoải mái|thư giãn
😚|0.6|mặt hôn mắt nhắm
😙|1|mặt hôn mắt cười
🥲|13|mặt cười với nước mắt|biết ơn|mỉm cười|nhẹ nhõm|tự hào|xúc động
😋|0.6|mặt thưởng thức món ngon|cười|ngon tuyệt
😛|1|mặt lè lưỡi
😜|0.6|mặt lè lưỡi nháy mắt|nói đùa
🤪|5|mặt làm trò hề|lớn|mắt|ngốc|nhỏ
😝|0.6|mặt thè lưỡi mắt nhắm chặt|hương vị|kinh khủng
🤑|1|mặt có tiền ở miệng
🤗|1|mặt ôm
🤭|5|mặt với tay che miệng|tay che miệng cười|xin lỗi
🫢|14|mặt với cặp mắt mở to và tay che miệng|hoài nghi|kinh ngạc|kính nể|ngạc nhiên|sợ hãi|xấu hổ
🫣|14|mặt hé mắt nhìn trộm|nhìn chằm chằm|nhìn lén|quyến rũ
🤫|5|mặt ra dấu suỵt|im lặng
🤔|1|mặt suy nghĩ|đang suy nghĩ
🫡|14|mặt chào|nhà binh|nắng|ok|quân đội|vâng
🤐|1|mặt có miệng bị kéo khóa|khóa kéo
🤨|5|mặt với lông mày rướn lên|hoài nghi|ngờ vực
😐|0.7|mặt trung lập|mặt ngây ra bất động
😑|1|mặt vô cảm|không diễn cảm|thản nhiên
😶|1|mặt không có miệng|yên lặng|ít nói
🫥|14|mặt có đường viền chấm chấm|biến mất|chán nản|hướng nội|thất vọng|vô hình|ẩn
😶‍🌫️|13.1|mặt trong đám mây|mặt trong sương mù|đãng trí|đầu trong đám mây
😏|0.6|mặt cười khẩy
😒|0.6|mặt buồn|không vui
🙄|1|mặt có mắt đu đưa|cái gì vậy|không quan tâm|sao cũng được
😬|1|mặt nhăn nhó
😮‍💨|13.1|mặt thở ra|huýt sáo|kiệt sức|mệt mỏi|rên rỉ|thì thầm|thở dài|thở hắt ra|thở hổn hển
🤥|3|mặt nói dối|pinocchio
🫨|15|mặt lắc|choáng|hốt hoảng|ngạc nhiên|rung|sốc|sửng sốt|wow|động đất
🙂‍↔️|15.1|lắc đầu|không
🙂‍↕️|15.1|gật đầu|có
😌|0.6|mặt nhẹ nhõm
😔|0.6|mặt trầm ngâm|thất vọng
😪|0.6|mặt buồn ngủ|khóc
🤤|3|mặt chảy dãi
😴|1|mặt đang ngủ|không quan tâm|mệt mỏi|ngủ ngoan|sao cũng được|zzz
🫩|16|mặt có túi mắt|buồn ngủ|kiệt sức|mệt mỏi
😷|0.6|mặt đeo khẩu trang y tế|bác sĩ|lạnh|mặt nạ|ốm
🤒|1|mặt có miệng ngậm nhiệt kế|mệt|ốm
🤕|1|mặt đeo băng đầu|vết thương|đau
🤢|3|mặt buồn nôn|nôn mửa
🤮|5|mặt nôn mửa|ốm
🤧|3|mặt hắt hơi|cúm|sức khỏe
🥵|11|mặt nóng|sốc nhiệt|sốt|đỏ mặt|đổ mồ hôi
🥶|11|mặt lạnh|lạnh cứng|mặt xanh|tê cóng|đóng băng
🥴|11|mặt choáng váng|chóng mặt|chếnh choáng|miệng uốn lượn|mắt đảo điên|say xỉn
😵|0.6|mặt chóng mặt|mệt|ốm
😵‍💫|13.1|mặt có đôi mắt xoắn ốc|bối rối|chóng mặt|khó hiểu|rắc rối|thôi miên
🤯|5|đầu nổ tung|bị sốc
🤠|3|mặt đội mũ cao bồi|nữ cao bồi
🥳|11|mặt tiệc tùng|buổi tiệc|hào hứng|lễ kỷ niệm|mũ|sinh nhật|sừng
🥸|13|mặt trá hình|gián điệp|kính|lông mày|mũi|người|ngụy trang|ria mép|râu|ẩn danh
😎|1|mặt cười đeo kính|mặt trời|phong cách|sáng
🤓|1|mặt mọt sách|bốn mắt|chuyên gia|thông minh|đam mê
🧐|5|mặt với kính một mắt|giàu có|ngột ngạt|thượng lưu
😕|1|mặt bối rối
🫤|14|mặt có miệng xiên|buồn chán|hoài nghi|không chắc chắn|thất vọng
😟|1|mặt lo lắng
🙁|1|mặt hơi cau mày
☹️|0.7|mặt cau mày|mặt buồn
😮|1|mặt có miệng há|mở|thông cảm
😯|1|mặt làm thinh|choáng váng|ngạc nhiên
😲|0.6|mặt kinh ngạc|hoàn toàn|sốc
😳|0.6|mặt đỏ ửng|choáng váng|đỏ mặt
🫪|17|mặt méo|căng phồng|dễ tổn thương|hoảng loạn|lo lắng|ngạc nhiên|sốc
🥺|11|mặt cầu xin|lòng thương|mắt cún con|xin xỏ
🥹|14|mặt kìm nén nước mắt|buồn|chịu đựng|giận giữ|khóc|tự hào
😦|1|mặt cau miệng há|mở|nhăn mặt
😧|1|mặt đau khổ
😨|0.6|mặt sợ hãi|kinh hãi
😰|0.6|mặt lo lắng và toát mồ hôi|lạnh|mặt lo lắng và toát mồ hôi mồ hôi|vội vã|xanh da trời
😥|0.6|mặt thất vọng nhưng nhẹ nhõm|ngạc nhiên
😢|0.6|mặt khóc|buồn|nước mắt
😭|0.6|mặt khóc to|buồn|nước mắt|thổn thức
😱|0.6|mặt la hét kinh hãi|kinh sợ|sợ|sợ hãi
😖|0.6|mặt xấu hổ
😣|0.6|mặt kiên nhẫn|tập trung|đau đầu
😞|0.6|mặt thất vọng
😓|0.6|mặt chán nản với mồ hôi|lạnh
😩|0.6|mặt kiệt sức|mệt mỏi
😫|0.6|mặt mệt mỏi
🥱|12|mặt đang ngáp|buồn ngủ|chán|không quan tâm|mặt ngáp|mệt mỏi|ngủ thôi|sao cũng được
😤|0.6|mặt có mũi đang phì hơi|chiến thắng|hân hoan|không vui|tức giận
😡|0.6|mặt hờn dỗi|cơn thịnh nộ|tức giận|điên|đỏ
😠|0.6|mặt giận giữ|tức giận|điên
🤬|5|mặt có các ký hiệu trên miệng|chửi rủa|chửi thề|tức giận
😈|1|mặt cười có sừng|truyện cổ tích|tưởng tượng
👿|0.6|mặt giận giữ có sừng|ma quỷ|mặt giận dữ có sừng|quỷ|tiểu yêu|tưởng tượng
💀|0.6|đầu lâu|cái chết|mặt|quái vật|truyện cổ tích
☠️|1|đầu lâu xương chéo|cái chết|mặt|quái vật|sọ
💩|0.6|đống phân|chất thải|hài hước|khuôn mặt|quái vật
🤡|3|mặt hề
👹|0.6|mặt quỷ|quái vật|quỷ ăn thịt người|sinh vật|truyện cổ tích|tưởng tượng
👺|0.6|yêu tinh|mặt|quái vật|sinh vật|truyện cổ tích|tưởng tượng
👻|0.6|ma|mặt|quái vật|sinh vật|truyện cổ tích|tưởng tượng
👽|0.6|người ngoài hành tinh|giả tưởng|khuôn mặt|ngoài trái đất|sinh vật|đĩa bay
👾|0.6|quái vật ngoài hành tinh|khuôn mặt|ngoài trái đất|người ngoài hành tinh|sinh vật|đĩa bay
🤖|1|mặt rô-bốt|quỷ
😺|0.6|mặt mèo cười tươi|con mèo|khuôn mặt|miệng|mặt mèo cười miệng há|mở ra|nụ cười
😸|0.6|mặt mèo cười tươi với hai mắt híp lại|cười toét|mặt mèo cười toét mắt cười
😹|0.6|mặt mèo có nước mắt vui sướng|niềm vui
😻|0.6|mặt mèo cười mắt hình trái tim|con mèo|khuôn mặt|nụ cười|thân ái
😼|0.6|mặt mèo cười gượng|châm biếm|con mèo|khuôn mặt|mỉa mai|nụ cười
😽|0.6|mặt mèo hôn mắt nhắm|con mèo|khuôn mặt
🙀|0.6|mặt mèo mệt lử|mệt mỏi|ngạc nhiên|ôi
😿|0.6|mặt mèo đang khóc|buồn|nước mắt
😾|0.6|mặt mèo hờn dỗi
🙈|0.6|khỉ không nhìn điều xấu|cấm|mặt
🙉|0.6|khỉ không nghe điều xấu|cấm|mặt
🙊|0.6|khỉ không nói điều xấu|cấm|mặt
💌|0.6|thư tình|lá thư|trái tim|yêu
💘|0.6|trái tim với mũi tên|thần tình yêu
💝|0.6|trái tim với ruy băng|lễ tình yêu
💖|0.6|trái tim lấp lánh|bị kích thích
💗|0.6|trái tim lớn dần|bị kích thích|lo lắng|nhịp tim|phát triển
💓|0.6|trái tim đang đập|dao động|nhịp tim
💞|0.6|trái tim xoay vòng|đang quay
💕|0.6|hai trái tim|hôn|hẹn hò|yêu
💟|0.6|hình trang trí trái tim
❣️|1|dấu chấm than hình trái tim đậm|chấm câu|cảm thán
💔|0.6|trái tim tan vỡ|buồn|bị vỡ|cô đơn
❤️‍🔥|13.1|trái tim bốc lửa|cháy|thèm khát|trái tim linh thiêng|tình yêu
❤️‍🩹|13.1|trái tim đang lành|cải thiện|hồi phục|khỏe mạnh hơn|phục hồi
❤️|0.6|trái tim màu đỏ|cảm xúc|tình yêu
🩷|15|trái tim màu hồng|dễ thương|thích|yêu
🧡|5|trái tim màu cam
💛|0.6|trái tim màu vàng|cảm xúc|yêu
💚|0.6|trái tim màu lục
💙|0.6|trái tim màu lam
🩵|15|trái tim màu xanh dương nhạt|143|cảm xúc|dễ thương|thích|xanh lơ|xanh mòng két|yêu|đặc biệt
💜|0.6|trái tim màu tím|trái tim tím
🤎|12|trái tim màu nâu
🖤|3|trái tim màu đen|tim đen|xấu|điều ác
🩶|15|trái tim màu xám|143|bạc|cảm xúc|xám đen|yêu|đặc biệt
🤍|12|trái tim màu trắng
💋|0.6|dấu nụ hôn|môi
💯|0.6|100 điểm|một trăm|toàn bộ
💢|0.6|biểu tượng giận giữ|hài hước|tức giận|điên
🫯|17|đám mây chiến đấu|bất đồng quan điểm|cãi nhau|cãi vã|náo loạn|tranh luận|vật lộn|đánh nhau
💥|0.6|va chạm|bom|bùng nổ|hài hước|nổ
💫|0.6|choáng váng|hài hước|ngôi sao
💦|0.6|giọt mồ hôi|bắn tung tóe|giọt nước|hài hước|nước|tập thể dục
💨|0.6|lao đi|chạy|chớp nhoáng|hài hước
🕳️|0.7|lỗ
💬|0.6|bong bóng lời nói|bài diễn văn|hài hước|thoại
👁️‍🗨️|2|mắt trong bong bóng lời nói|nhân chứng
🗨️|2|bong bóng lời nói trái|bài diễn văn|thoại
🗯️|0.7|bong bóng góc phải|khí cầu|tức giận|điên
💭|1|bong bóng suy nghĩ|hài hước|khí cầu
💤|0.6|buồn ngủ|hài hước|mệt|ngất rồi|đang ngủ

👋|0.6+|vẫy tay|chào|chào nhé|có ai ở đó không?|vẫy tay nè|xin chào|đang vẫy
🤚|3+|mu bàn tay giơ lên
🖐️|0.7+|tay xòe ngón giơ lên|dừng|ngón tay
✋|0.6+|bàn tay giơ lên|dừng lại
🖖|1+|tay thần lửa|ngón tay|spock
🫱|14+|bàn tay hướng sang bên phải|sang phải
🫲|14+|bàn tay hướng sang bên trái|sang trái
🫳|14+|bàn tay có lòng bàn tay hướng xuống|thả|xua|xuỵt|đuổi
🫴|14+|bàn tay có lòng bàn tay hướng lên|bắt|mời gọi|vẫy gọi|đến
🫷|15+|bàn tay đẩy sang trái|chặn|chờ|dừng|dừng lại|thôi|từ chối|đập tay
🫸|15+|bàn tay đẩy sang phải|chặn|chờ|dừng|dừng lại|thôi|từ chối|đập tay
👌|0.6+|bàn tay làm dấu OK|chắc chắn rồi|ok nha|tuyệt|được
🤌|13+|ngón tay khum lại|cái gì|cử chỉ tay|kiên nhẫn|mỉa mai|thư giãn|thẩm vấn
🤏|12+|tay chụm|số lượng nhỏ|ít
✌️|0.6+|tay chiến thắng|chữ v|v
🤞|3+|hai ngón tay bắt chéo|bàn tay|may mắn
🫰|14+|bàn tay với ngón trỏ và ngón cái bắt chéo|búng tay|tiền bạc|trái tim|tình yêu|đắt tiền
🤟|5+|cử chỉ yêu nhau|anh yêu em|ba ngón tay|tay
🤘|1+|ký hiệu cặp sừng|ngón tay|tay|tuyệt vời
🤙|3+|bàn tay gọi cho tôi|gọi điện
👈|0.6+|ngón trỏ trái chỉ sang trái|mu bàn tay|ngón tay|tay
👉|0.6+|ngón trỏ trái chỉ sang phải|mu bàn tay|ngón tay|tay
👆|0.6+|ngón trỏ trái chỉ lên|ngón tay|tay|tay trái
🖕|1+|ngón giữa|ngón tay|tay
👇|0.6+|ngón trỏ trái chỉ xuống|mu bàn tay|ngón tay|tay
☝️|0.6+|ngón trỏ chỉ lên trên|ngón tay|tay
🫵|14+|ngón trỏ chỉ vào người xem|bạn
👍|0.6+|dấu ra hiệu đồng ý|+1|lên|ngón tay cái|tay
👎|0.6+|dấu ra hiệu từ chối|-1|không thích|ngón tay cái|tay|xuống
✊|0.6+|nắm đấm giơ lên|cú đấm|nắm tay|siết chặt|tay|đoàn kết
👊|0.6+|nắm đấm|cú đấm|nắm tay|siết chặt|tay
🤛|3+|nắm đấm hướng phía trái|hướng trái
🤜|3+|nắm đấm hướng sang phải|hướng phải
👏|0.6+|vỗ tay|hai bàn tay đang vỗ
🙌|0.6+|hai bàn tay giơ lên|cử chỉ|hoan hô|lễ kỷ niệm|nâng lên
🫶|14+|hai bàn tay tạo hình trái tim|yêu
👐|0.6+|hai bàn tay đang xòe|mở ra
🤲|5+|hai bàn tay chạm vào nhau|cầu nguyện|lời cầu nguyện
🤝|3+|bắt tay|gặp mặt|rung|đồng ý
🙏|0.6+|chắp tay|cảm ơn|cầu nguyện|hỏi|làm ơn
✍️|0.7+|bàn tay đang viết
💅|0.6+|sơn móng tay|chăm sóc|làm móng tay|mỹ phẩm|đánh bóng
🤳|3+|tự sướng|máy ảnh|điện thoại
💪|0.6+|bắp tay gập lại|cơ bắp|hài hước
🦾|12|cánh tay giả|hỗ trợ|hỗ trợ tiếp cận
🦿|12|chân giả|hỗ trợ|hỗ trợ tiếp cận
🦵|11+|Chân|chân tay|gập chân|đá
🦶|11+|bàn chân|dậm mạnh|mắt cá chân|đá
👂|0.6+|tai|cơ thể|nghe|âm thanh
🦻|12+|tai đeo thiết bị trợ thính|hỗ trợ|hỗ trợ tiếp cận|nặng tai
👃|0.6+|mũi|cơ thể
🧠|5|não|thông minh
🫀|13|cơ quan tim|giải phẫu|khoa tim mạch|màu đỏ|nhịp tim|trung tâm|trái tim|trái tim thật
🫁|13|phổi|cơ quan|hít vào|hô hấp|hơi thở|thở|thở ra
🦷|11|răng|nha sĩ|trắng|trắng ngọc
🦴|11|xương|bộ xương|chó|xương đòn
👀|0.6|đôi mắt|mặt
👁️|0.7|mắt|cơ thể|một mắt
👅|0.6|lưỡi|cơ thể
👄|0.6|miệng|cơ thể|hôn|làm đẹp|môi
🫦|14|cắn môi|hồi hộp|khó chịu|lo lắng|lo âu|sợ hãi|tán tỉnh
👶|0.6+|trẻ con|trẻ em|trẻ sơ sinh
🧒|5+|trẻ em|giới tính chung|giới tính không xác định
👦|0.6+|con trai|cậu bé
👧|0.6+|con gái|bím tóc|cung hoàng đạo|cô gái|trẻ|xử nữ
🧑|5+|người|giới tính chung|giới tính không xác định|người lớn
👱|0.6+|người tóc vàng hoe
👨|0.6+|đàn ông|người lớn
🧔|5+|người có râu|người đàn ông có râu
🧔‍♂️|13.1+|người đàn ông có râu
🧔‍♀️|13.1+|người phụ nữ có râu
👨‍🦰|11+|đàn ông: tóc đỏ|người lớn
👨‍🦱|11+|đàn ông: tóc xoăn|người lớn
👨‍🦳|11+|đàn ông: tóc trắng|người lớn
👨‍🦲|11+|đàn ông: hói|người lớn
👩|0.6+|phụ nữ|người lớn
👩‍🦰|11+|phụ nữ: tóc đỏ|người lớn
🧑‍🦰|12.1+|người: tóc đỏ|giới tính chung|giới tính không xác định|người lớn
👩‍🦱|11+|phụ nữ: tóc xoăn|người lớn
🧑‍🦱|12.1+|người: tóc xoăn|giới tính chung|giới tính không xác định|người lớn
👩‍🦳|11+|phụ nữ: tóc trắng|người lớn
🧑‍🦳|12.1+|người: tóc trắng|giới tính chung|giới tính không xác định|người lớn
👩‍🦲|11+|phụ nữ: hói|người lớn
🧑‍🦲|12.1+|người: hói|giới tính chung|giới tính không xác định|người lớn
👱‍♀️|4+|người phụ nữ tóc vàng hoe
👱‍♂️|4+|người đàn ông tóc vàng hoe|đàn ông: tóc vàng hoe
🧓|5+|người lớn tuổi|già|giới tính không xác định|giới tính trung lập
👴|0.6+|cụ ông|già|người lớn|đàn ông|đầu hói
👵|0.6+|cụ bà|già|người lớn|phụ nữ
🙍|0.6+|người đang cau mày|buồn bã|bực tức|cử chỉ|khó chịu|không vui|thất vọng
🙍‍♂️|4+|người đàn ông cau mày|cử chỉ|nam
🙍‍♀️|4+|người phụ nữ cau mày|cử chỉ
🙎|0.6+|người đang bĩu môi|cáu kỉnh|cử chỉ|hờn dỗi|nhăn nhó|thất vọng
🙎‍♂️|4+|người đàn ông bĩu môi|cử chỉ|nam
🙎‍♀️|4+|người phụ nữ bĩu môi|cử chỉ
🙅|0.6+|người ra hiệu phản đối|cấm|cử chỉ|không bao giờ|không cho phép|không đời nào|tay
🙅‍♂️|4+|người đàn ông ra hiệu phản đối|bị cấm|cấm|cử chỉ|tay
🙅‍♀️|4+|người phụ nữ ra hiệu phản đối|bị cấm|cấm|cử chỉ|tay
🙆|0.6+|người ra hiệu đồng ý|cử chỉ|ok|tay|thể dục
🙆‍♂️|4+|người đàn ông ra hiệu đồng ý|cử chỉ|nam|ok|tay
🙆‍♀️|4+|người phụ nữ ra hiệu đồng ý|cử chỉ|người đàn ông ra hiệu đồng ý|ok|tay
💁|0.6+|người ra hiệu trợ giúp|hất tóc|mách nước|mỉa mai|nghiêm túc|tay|thông tin|tươi tắn|vuốt tóc
💁‍♂️|4+|người đàn ông ra hiệu trợ giúp|nam|tay ra hiệu|tươi tắn
💁‍♀️|4+|người phụ nữ ra hiệu trợ giúp|tay ra hiệu|tươi tắn
🙋|0.6+|người giơ cao tay|chọn tôi đi|cử chỉ|giơ tay|người vui vẻ giơ cao tay|nâng lên|tôi có thể giúp|tôi muốn hỏi|vui vẻ|ở bên này
🙋‍♂️|4+|người đàn ông giơ cao tay|cử chỉ|giơ tay|nam
🙋‍♀️|4+|người phụ nữ giơ cao tay|cử chỉ|giơ tay
🧏|12+|người khiếm thính|hỗ trợ tiếp cận|nghe|tai|điếc
🧏‍♂️|12+|người đàn ông khiếm thính|điếc
🧏‍♀️|12+|người phụ nữ khiếm thính|điếc
🙇|0.6+|người đang cúi đầu|cúi người|cầu xin|cử chỉ|hối tiếc|lấy làm tiếc|lời xin lỗi|tha thứ|tội nghiệp
🙇‍♂️|4+|người đàn ông cúi đầu|cử chỉ|xin lỗi|ủng hộ
🙇‍♀️|4+|người phụ nữ cúi đầu|cử chỉ|xin lỗi|ủng hộ
🤦|3+|người lấy tay che mặt|hoài nghi|không tin nổi|lòng bàn tay|lại nữa rồi|người dùng tay che mặt|tức giận
🤦‍♂️|4+|người đàn ông lấy tay che mặt|hoài nghi|không tin nổi|lại nữa rồi|lắc đầu|nam|người lấy tay che mặt|thở dài thườn thượt|tức giận
🤦‍♀️|4+|người phụ nữ lấy tay che mặt|hoài nghi|không tin nổi|lại nữa rồi|lắc đầu|người lấy tay che mặt|thở dài thườn thượt|tức giận
🤷|3+|người nhún vai|ai mà biết được|có thể|hững hờ|không biết|nghi ngờ|sao cũng được|thờ ơ
🤷‍♂️|4+|người đàn ông nhún vai|chắc vậy|có thể|không biết|nam|nghi ngờ|sao cũng được|sự thờ ơ|vô minh
🤷‍♀️|4+|người phụ nữ nhún vai|chắc vậy|có thể|không biết|nghi ngờ|sao cũng được|sự thờ ơ|vô minh
🧑‍⚕️|12.1+|nhân viên y tế|bác sĩ|chăm sóc sức khỏe|nhà trị liệu|y tá
👨‍⚕️|4+|nhân viên y tế nam|bác sĩ|chăm sóc sức khỏe|trị liệu|y tá
👩‍⚕️|4+|nhân viên y tế nữ|bác sĩ|chăm sóc sức khỏe|trị liệu|y tá
🧑‍🎓|12.1+|sinh viên|tốt nghiệp
👨‍🎓|4+|sinh viên nam|tốt nghiệp
👩‍🎓|4+|sinh viên nữ|tốt nghiệp
🧑‍🏫|12.1+|giáo viên|giáo sư|người hướng dẫn
👨‍🏫|4+|giáo viên nam|giáo sư|người hướng dẫn
👩‍🏫|4+|giáo viên nữ|giáo sư|người hướng dẫn|phụ nữ
🧑‍⚖️|12.1+|thẩm phán|cầm cân nảy mực
👨‍⚖️|4+|thẩm phán nam|công lý|cầm cân nảy mực
👩‍⚖️|4+|thẩm phán nữ|cầm cân nảy mực
🧑‍🌾|12.1+|nông dân|chủ trang trại|người làm vườn
👨‍🌾|4+|nông dân nam|người làm vườn|người nuôi súc vật
👩‍🌾|4+|nông dân nữ|người làm vườn|người nuôi súc vật
🧑‍🍳|12.1+|đầu bếp|nấu ăn
👨‍🍳|4+|đầu bếp nam|nấu ăn
👩‍🍳|4+|đầu bếp nữ|nấu ăn
🧑‍🔧|12.1+|thợ máy|thợ sửa ống nước|thợ thủ công|thợ điện
👨‍🔧|4+|thợ máy nam|cơ khí|người đàn ông|thợ sửa ống nước|thợ điện
👩‍🔧|4+|thợ máy nữ|cơ khí|phụ nữ|thợ sửa ống nước|thợ điện
🧑‍🏭|12.1+|công nhân nhà máy|công nghiệp|lắp ráp
👨‍🏭|4+|công nhân nhà máy nam|công nghiệp|lắp ráp
👩‍🏭|4+|công nhân nhà máy nữ|công nghiệp|lắp ráp
🧑‍💼|12.1+|nhân viên văn phòng|công việc văn phòng|kinh doanh|kiến trúc sư|người quản lý
👨‍💼|4+|nhân viên văn phòng nam|công việc văn phòng|kinh doanh|kiến trúc sư|người quản lý|người đàn ông
👩‍💼|4+|nhân viên văn phòng nữ|công việc văn phòng|kinh doanh|kiến trúc sư|người phụ nữ|người quản lý
🧑‍🔬|12.1+|nhà khoa học|kỹ sư|nhà hóa học|nhà sinh vật học|nhà vật lý
👨‍🔬|4+|nhà khoa học nam|kỹ sư|người đàn ông|nhà hóa học|nhà sinh vật học|nhà vật lý
👩‍🔬|4+|nhà khoa học nữ|kỹ sư|người phụ nữ|nhà hóa học|nhà sinh vật học|nhà vật lý
🧑‍💻|12.1+|kỹ sư công nghệ|lập trình viên|người phát minh|nhà phát triển|phần mềm
👨‍💻|4+|kỹ sư công nghệ nam|lập trình viên|người phát minh|người đàn ông|nhà phát triển|phần mềm
👩‍💻|4+|kỹ sư công nghệ nữ|lập trình viên|người phát minh|người phụ nữ|nhà phát triển|phần mềm
🧑‍🎤|12.1+|ca sĩ|diễn viên|nghệ sĩ|ngôi sao|nhạc rock
👨‍🎤|4+|nam ca sĩ|nam diễn viên|nghệ sĩ|ngôi sao|người đàn ông|nhạc rock
👩‍🎤|4+|nữ ca sĩ|diễn viên|nghệ sĩ|ngôi sao|người phụ nữ|nhạc rock
🧑‍🎨|12.1+|họa sĩ|bảng màu
👨‍🎨|4+|họa sĩ nam|bảng màu|nghệ sĩ
👩‍🎨|4+|họa sĩ nữ|bảng màu|nghệ sĩ
🧑‍✈️|12.1+|phi công|máy bay
👨‍✈️|4+|phi công nam|máy bay
👩‍✈️|4+|phi công nữ|máy bay
🧑‍🚀|12.1+|phi hành gia|tên lửa
👨‍🚀|4+|phi hành gia nam|không gian|tên lửa
👩‍🚀|4+|phi hành gia nữ|không gian|nữ phi hành gia|tên lửa
🧑‍🚒|12.1+|lính cứu hỏa|xe cứu hỏa
👨‍🚒|4+|lính cứu hỏa nam|xe cứu hỏa
👩‍🚒|4+|lính cứu hỏa nữ|xe cứu hỏa
👮|0.6+|cảnh sát|bắt giữ|bị tóm|công an|cảnh sát nằm vùng|dừng xe|luật|sĩ quan
👮‍♂️|4+|cảnh sát nam|người đàn ông|sĩ quan
👮‍♀️|4+|cảnh sát nữ|bắt giữ|bị tóm|công an|cảnh sát nằm vùng|luật pháp|nữ cảnh sát|ra tòa|sĩ quan
🕵️|0.7+|thám tử|gián điệp|trinh thám
🕵️‍♂️|4+|thám tử nam|gián điệp|trinh thám
🕵️‍♀️|4+|thám tử nữ|gián điệp|trinh thám
💂|0.6+|bảo vệ|cung điện buckingham|london|mũ bảo hiểm
💂‍♂️|4+|bảo vệ nam
💂‍♀️|4+|bảo vệ nữ|cung điện buckingham|london
🥷|13+|ninja|chiến tranh|kẻ sát nhân|kỹ năng|người|tàng hình|đấu sĩ|ẩn
👷|0.6+|công nhân xây dựng|mũ|mũ bảo hiểm|sửa chữa|tu sửa
👷‍♂️|4+|công nhân xây dựng nam
👷‍♀️|4+|công nhân xây dựng nữ|nữ công nhân xây dựng
🫅|14+|người đội vương miện|cao quý|hoàng gia|quân vương|vương giả
🤴|3+|hoàng tử|cổ tích|giả tưởng|hoàng gia|vua|vương miện
👸|0.6+|công chúa|cổ tích|giả tưởng|hoàng gia|hoàng hậu|vương miện
👳|0.6+|người đội khăn xếp|khăn turban
👳‍♂️|4+|người đàn ông đội khăn xếp|nam
👳‍♀️|4+|người phụ nữ đội khăn xếp
👲|0.6+|người đàn ông đội mũ Trung Quốc|mũ khang hy
🧕|5+|người phụ nữ quàng khăn trùm đầu|hijab|khăn vuông|tichel
🤵|3+|người mặc bộ vest|chú rể
🤵‍♂️|13+|người đàn ông mặc bộ vest
🤵‍♀️|13+|người phụ nữ mặc bộ vest
👰|0.6+|người đội khăn voan|cô dâu|cô dâu với khăn voan|cưới|mạng che mặt
👰‍♂️|13+|người đàn ông đội khăn voan
👰‍♀️|13+|người phụ nữ đội khăn voan
🤰|3+|người phụ nữ có thai|mang thai|phụ nữ mang thai
🫃|14+|người đàn ông mang bầu|bụng bầu|có thai|căng phồng|no đủ
🫄|14+|người mang bầu|bụng bầu|có thai|căng phồng|no đủ
🤱|5+|cho con bú|cho bú|em bé|nuôi con bằng sữa mẹ|vú
👩‍🍼|13+|người phụ nữ cho con bú|cho bú|em bé|mẹ|trẻ em|trẻ sơ sinh|tình yêu|đàn ông
👨‍🍼|13+|người cho con bú|bố|cho bú|em bé|nam|người đàn ông cho con bú|tình yêu|đàn ông
🧑‍🍼|13+|người cho em bé bú|bố|cho bú|cho con bú|mẹ|người cho con bú|phụ nữ|trẻ sơ sinh|đàn ông
👼|0.6+|thiên thần nhỏ|bé con|mặt|truyện cổ tích|tưởng tượng
🎅|0.6+|Ông già Noel|cha|claus|giáng sinh|lễ kỷ niệm|santa|ông già noen
🤶|3+|mẹ giáng sinh|bà già noel
🧑‍🎄|13+|bà già Noel|chúc mừng giáng sinh|giáng sinh|mũ|người|ông già noel
🦸|11+|siêu anh hùng|người|người dơi|nữ anh hùng|siêu năng lực|tốt
🦸‍♂️|11+|nam siêu anh hùng|nam giới|siêu năng lực|tốt
🦸‍♀️|11+|nữ siêu anh hùng|nữ anh hùng|phụ nữ|siêu năng lực|tốt
🦹|11+|nhân vật siêu phản diện|người|nhân vật phản diện|siêu năng lực|tội phạm|xấu xa|ác|độc ác
🦹‍♂️|11+|nam siêu phản diện|nam giới|nhân vật phản diện|siêu năng lực|tội phạm|ác
🦹‍♀️|11+|nữ siêu phản diện|nhân vật phản diện|phụ nữ|siêu năng lực|tội phạm|ác
🧙|5+|pháp sư|bà cốt|kỳ ảo|phép thuật|phù thủy|thần chú|thầy phù thuỷ|triệu hồi|đạo sĩ|đồng cốt
🧙‍♂️|5+|pháp sư nam|phù thủy
🧙‍♀️|5+|pháp sư nữ|bà cốt|phù thủy
🧚|5+|tiên|cánh tiên|kỳ ảo|oberon|puck|thần thoại|thần tiên|titania
🧚‍♂️|5+|ông tiên|oberon|puck
🧚‍♀️|5+|bà tiên|titania
🧛|5+|ma cà rồng|bất tử|dracula|halloween|hóa trang|máu|răng nanh|siêu nhiên|xác sống|đáng sợ
🧛‍♂️|5+|ma cà rồng nam|dracula|xác sống
🧛‍♀️|5+|ma cà rồng nữ|xác sống
🧜|5+|người cá|chàng tiên cá|công chúa cá|nàng tiên cá|sinh vật biển|thần thoại|truyện cổ tích|đinh ba
🧜‍♂️|5+|chàng tiên cá|thần nửa người nửa cá
🧜‍♀️|5+|nàng tiên cá|công chúa cá
🧝|5+|yêu ma|cổ tích|kỳ ảo|phép thuật|thần bí|tộc tiên|yêu tinh
🧝‍♂️|5+|nam quỷ|phép thuật
🧝‍♀️|5+|nữ quỷ|phép thuật
🧞|5|thần|chà đèn thần|huyền bí|kỳ ảo|ma thần|thần đèn|điều ước|đèn thần
🧞‍♂️|5|nam thần|ma thần
🧞‍♀️|5|nữ thần|ma thần
🧟|5|xác chết sống lại|halloween|kinh dị|tận thế|xác sống|zombie
🧟‍♂️|5|xác chết nam sống lại|xác chết sống lại|xác sống
🧟‍♀️|5|xác chết nữ sống lại|xác chết sống lại|xác sống
🧌|14|người khổng lồ độc ác|giả tưởng|quái vật|truyện cổ tích
🫈|17|sinh vật nhiều lông|chân to|khổng lồ|người rừng|người tuyết|rừng|sinh vật bí ẩn|yeti
💆|0.6+|người được xoa bóp mặt|mát xa|thư giãn|thẩm mĩ viện|trị liệu|đau đầu
💆‍♂️|4+|người đàn ông được xoa bóp mặt|nam
💆‍♀️|4+|người phụ nữ được xoa bóp mặt
💇|0.6+|người được cắt tóc|làm đẹp|phong cách|salon|thợ cắt tóc|tiệm|tiệm cắt tóc|tỉa tóc|vẻ đẹp
💇‍♂️|4+|người đàn ông được cắt tóc|nam
💇‍♀️|4+|người phụ nữ được cắt tóc
🚶|0.6+|người đi bộ|dáng đi|tản bộ|đang đi bộ|đi bộ leo núi|đi lang thang|đi thong dong
🚶‍♂️|4+|người đàn ông đi bộ|đi bộ đường dài
🚶‍♀️|4+|người phụ nữ đi bộ|đi bộ đường dài
🚶‍➡️|15.1+|người đi bộ: hướng sang phải|dáng đi|tản bộ|đang đi bộ|đi bộ leo núi|đi lang thang|đi thong dong
🚶‍♀️‍➡️|15.1+|người phụ nữ đi bộ: hướng sang phải|đi bộ đường dài
🚶‍♂️‍➡️|15.1+|người đàn ông đi bộ: hướng sang phải|đi bộ đường dài
🧍|12+|người đứng|đang đứng
🧍‍♂️|12+|người đàn ông đứng
🧍‍♀️|12+|người phụ nữ đứng
🧎|12+|người quỳ|quỳ gối|đang quỳ
🧎‍♂️|12+|người đàn ông quỳ
🧎‍♀️|12+|người phụ nữ quỳ
🧎‍➡️|15.1+|người quỳ: hướng sang phải|quỳ gối|đang quỳ
🧎‍♀️‍➡️|15.1+|người phụ nữ quỳ: hướng sang phải
🧎‍♂️‍➡️|15.1+|người đàn ông quỳ: hướng sang phải
🧑‍🦯|12.1+|người với gậy dò đường|khả năng tiếp cận|mù
🧑‍🦯‍➡️|15.1+|người với gậy dò đường: hướng sang phải|khả năng tiếp cận|mù
👨‍🦯|12+|người đàn ông với gậy dò đường|hỗ trợ tiếp cận|khiếm thị|mù|người đàn ông với cây gậy
👨‍🦯‍➡️|15.1+|người đàn ông với gậy dò đường: hướng sang phải|hỗ trợ tiếp cận|khiếm thị|mù|người đàn ông với cây gậy
👩‍🦯|12+|người phụ nữ với gậy dò đường|hỗ trợ tiếp cận|khiếm thị|mù|người phụ nữ với cây gậy
👩‍🦯‍➡️|15.1+|người phụ nữ với gậy dò đường: hướng sang phải|hỗ trợ tiếp cận|khiếm thị|mù|người phụ nữ với cây gậy
🧑‍🦼|12.1+|người trên xe lăn điện|khả năng tiếp cận
🧑‍🦼‍➡️|15.1+|người trên xe lăn điện: hướng sang phải|khả năng tiếp cận
👨‍🦼|12+|người đàn ông trên xe lăn điện|hỗ trợ tiếp cận
👨‍🦼‍➡️|15.1+|người đàn ông trên xe lăn điện: hướng sang phải|hỗ trợ tiếp cận
👩‍🦼|12+|người phụ nữ trên xe lăn điện|hỗ trợ tiếp cận
👩‍🦼‍➡️|15.1+|người phụ nữ trên xe lăn điện: hướng sang phải|hỗ trợ tiếp cận
🧑‍🦽|12.1+|người trên xe lăn tay|khả năng tiếp cận
🧑‍🦽‍➡️|15.1+|người trên xe lăn tay: hướng sang phải|khả năng tiếp cận
👨‍🦽|12+|người đàn ông trên xe lăn tay|hỗ trợ tiếp cận
👨‍🦽‍➡️|15.1+|người đàn ông trên xe lăn tay: hướng sang phải|hỗ trợ tiếp cận
👩‍🦽|12+|người phụ nữ trên xe lăn tay|hỗ trợ tiếp cận
👩‍🦽‍➡️|15.1+|người phụ nữ trên xe lăn tay: hướng sang phải|hỗ trợ tiếp cận
🏃|0.6+|người chạy|chạy bộ|chạy nhanh|chạy đua maratông|tốc độ|vội vã|đang đến
🏃‍♂️|4+|người đàn ông đang chạy|chạy đua|chạy đua maratông|nam
🏃‍♀️|4+|người phụ nữ đang chạy|chạy đua|chạy đua maratông
🏃‍➡️|15.1+|người chạy: hướng sang phải|chạy bộ|chạy nhanh|chạy đua maratông|tốc độ|vội vã|đang đến
🏃‍♀️‍➡️|15.1+|người phụ nữ đang chạy: hướng sang phải|chạy đua|chạy đua maratông
🏃‍♂️‍➡️|15.1+|người đàn ông đang chạy: hướng sang phải|chạy đua|chạy đua maratông|nam
🧑‍🩰|17+|vũ công ba lê
💃|0.6+|người phụ nữ đang khiêu vũ|nhảy
🕺|3+|người đàn ông đang khiêu vũ
🕴️|0.7+|người đàn ông mặc vest đang bay lên|bộ đồ|kinh doanh
👯|0.6+|những người đeo tai thỏ|bạn thân|bạn tâm giao|bản sao|bộ đôi|phụ nữ đeo tai thỏ|sinh đôi|tiệc tùng|vũ công
👯‍♂️|4+|những người đàn ông đeo tai thỏ|tiệc tùng|vũ công
👯‍♀️|4+|những người phụ nữ đeo tai thỏ|tiệc tùng|vũ công
🧖|5+|người ở trong phòng xông hơi|mát xa|người phụ nữ trong phòng xông hơi|nhà tắm hơi|sang chảnh|spa|thư giãn
🧖‍♂️|5+|người đàn ông ở trong phòng xông hơi|nhà tắm hơi
🧖‍♀️|5+|người phụ nữ ở trong phòng xông hơi|nhà tắm hơi
🧗|5+|người đang leo núi|leo trèo|người leo trèo|người phụ nữ leo núi|nhà leo núi
🧗‍♂️|5+|người đàn ông đang leo núi|người leo trèo
🧗‍♀️|5+|người phụ nữ đang leo núi|người leo trèo
🤺|3|người đấu kiếm|người đánh kiếm
🏇|1+|đua ngựa|cuộc đua|người cưỡi ngựa đua|ngựa đua
⛷️|0.7|người trượt tuyết
🏂|0.6+|người trượt ván tuyết|trượt tuyết|ván trượt tuyết
🏌️|0.7+|người chơi gôn|bóng golf|golf|gạt bóng|người chơi golf|pga|quả bóng|sân tập gôn
🏌️‍♂️|4+|người đàn ông chơi gôn
🏌️‍♀️|4+|người phụ nữ chơi gôn
🏄|0.6+|người lướt sóng|biển|bãi biển|thể thao|vận động viên lướt sóng
🏄‍♂️|4+|người đàn ông lướt sóng
🏄‍♀️|4+|người phụ nữ lướt sóng
🚣|1+|người chèo thuyền|bè|câu cá|hồ|sông|thuyền có mái chèo|xuồng
🚣‍♂️|4+|người đàn ông chèo thuyền|thuyền có mái chèo
🚣‍♀️|4+|người phụ nữ chèo thuyền|thuyền có mái chèo
🏊|0.6+|người bơi|ba môn phối hợp|bơi tự do|người đàn ông bơi lội|thể thao|vận động viên bơi lội
🏊‍♂️|4+|người đàn ông đang bơi
🏊‍♀️|4+|người phụ nữ đang bơi|thể thao
⛹️|0.7+|người chơi bóng|bóng rổ|cầu thủ bóng rổ|nhồi bóng|ném sọt rổ|quả bóng|vô địch|vận động viên
⛹️‍♂️|4+|người đàn ông chơi bóng
⛹️‍♀️|4+|người phụ nữ chơi bóng
🏋️|0.7+|người cử tạ|người nâng|nâng tạ|thanh tạ|thể hình|trọng lượng|tập luyện|tập thể dục|vận động viên cử tạ
🏋️‍♂️|4+|người đàn ông cử tạ|người cử tạ
🏋️‍♀️|4+|người phụ nữ cử tạ|người cử tạ
🚴|1+|người đi xe đạp|người đạp xe|thể thao|vận động viên đua xe đạp|đạp xe
🚴‍♂️|4+|người đàn ông đi xe đạp|người đạp xe|đạp xe
🚴‍♀️|4+|người phụ nữ đi xe đạp|người đạp xe|đạp xe
🚵|1+|người đi xe đạp leo núi|người đạp xe|thể thao|vận động viên|vận động viên đua xe đạp
🚵‍♂️|4+|người đàn ông đi xe đạp leo núi|người đi xe đạp|người đi xe đạp leo núi
🚵‍♀️|4+|người phụ nữ đi xe đạp leo núi|người đi xe đạp|đạp xe
🤸|3+|người nhào lộn|hào hứng|lăng nghiêng|thể dục|thể dục dụng cụ|vui vẻ
🤸‍♂️|4+|người đàn ông nhào lộn|hào hứng|lăng nghiêng|thể dục|thể dục dụng cụ|vui vẻ
🤸‍♀️|4+|người phụ nữ nhào lộn|hào hứng|lăng nghiêng|thể dục|thể dục dụng cụ|vui vẻ
🤼|3+|người chơi vật|giải đấu vật|trên võ đài|đô vật|đấu vật
🤼‍♂️|4+|những người đàn ông chơi vật|nam đô vật|trên võ đài|đô vật|đấu vật
🤼‍♀️|4+|những người phụ nữ chơi vật|nữ đô vật|trên võ đài|đô vật|đấu vật
🤽|3+|người chơi bóng nước|bơi lội|người chơi bóng dưới nước|thể thao dưới nước
🤽‍♂️|4+|người đàn ông chơi bóng nước|bơi|thể thao dưới nước|thủy cầu
🤽‍♀️|4+|người phụ nữ chơi bóng nước|bơi|thể thao dưới nước|thủy cầu
🤾|3+|người chơi bóng ném|bắt bóng|lốp bóng|ném bóng|phát bóng|thể thao|vận động viên|vận động viên bóng ném
🤾‍♂️|4+|người đàn ông chơi bóng ném
🤾‍♀️|4+|người phụ nữ chơi bóng ném|bắt bóng|lốp bóng|ném bóng|phát bóng|thể thao|vận động viên
🤹|3+|người tung hứng|cân bằng|giữ thăng bằng|kỹ năng|người đàn ông tung hứng|đa nhiệm|đa năng
🤹‍♂️|4+|người đàn ông tung hứng|giữ thăng bằng|đa nhiệm|đa năng
🤹‍♀️|4+|người phụ nữ tung hứng|đa nhiệm
🧘|5+|người ngồi kiết già|an lạc|bắt chéo chân|người ở tư thế hoa sen|thanh bình|thiền|thư giãn|yoga|yogi
🧘‍♂️|5+|người đàn ông ngồi kiết già|thiền|yoga
🧘‍♀️|5+|người phụ nữ ngồi kiết già|thiền|yoga
🛀|0.6+|người đang tắm bồn|bồn tắm
🛌|1+|người trên giường|chợp mắt|khách sạn|mệt mỏi|ngủ|ngủ ngoan nhé|say giấc
🧑‍🤝‍🧑|12+|hai người nắm tay|cặp đôi|giữ
👭|1+|hai người phụ nữ nắm tay|bạn tốt nhất|cặp đôi|cặp đôi đồng tính nữ
👫|0.6+|người đàn ông và phụ nữ nắm tay|cầm|cặp đôi
👬|1+|hai người đàn ông nắm tay|cặp song sinh|cặp đôi|cặp đôi đồng tính nam|hai người đàn ông nắm tay nhau|hoàng đạo|song tử
💏|0.6+|nụ hôn|cặp đôi|hẹn hò|yêu
👩‍❤️‍💋‍👨|2+|nụ hôn: phụ nữ, đàn ông|cặp đôi|hẹn hò|yêu
👨‍❤️‍💋‍👨|2+|nụ hôn: đàn ông, đàn ông|cặp đôi|hẹn hò|yêu
👩‍❤️‍💋‍👩|2+|nụ hôn: phụ nữ, phụ nữ|cặp đôi|hẹn hò|yêu
💑|0.6+|cặp đôi với trái tim|yêu
👩‍❤️‍👨|2+|cặp đôi với trái tim: phụ nữ, đàn ông|yêu
👨‍❤️‍👨|2+|cặp đôi với trái tim: đàn ông, đàn ông|yêu
👩‍❤️‍👩|2+|cặp đôi với trái tim: phụ nữ, phụ nữ|yêu
👨‍👩‍👦|2|gia đình: đàn ông, phụ nữ, con trai|trẻ em
👨‍👩‍👧|2|gia đình: đàn ông, phụ nữ, con gái|trẻ em
👨‍👩‍👧‍👦|2|gia đình: đàn ông, phụ nữ, con gái, con trai|trẻ em
👨‍👩‍👦‍👦|2|gia đình: đàn ông, phụ nữ, con trai, con trai|trẻ em
👨‍👩‍👧‍👧|2|gia đình: đàn ông, phụ nữ, con gái, con gái|trẻ em
👨‍👨‍👦|2|gia đình: đàn ông, đàn ông, con trai|trẻ em
👨‍👨‍👧|2|gia đình: đàn ông, đàn ông, con gái|trẻ em
👨‍👨‍👧‍👦|2|gia đình: đàn ông, đàn ông, con gái, con trai|trẻ em
👨‍👨‍👦‍👦|2|gia đình: đàn ông, đàn ông, con trai, con trai|trẻ em
👨‍👨‍👧‍👧|2|gia đình: đàn ông, đàn ông, con gái, con gái|trẻ em
👩‍👩‍👦|2|gia đình: phụ nữ, phụ nữ, con trai|trẻ em
👩‍👩‍👧|2|gia đình: phụ nữ, phụ nữ, con gái|trẻ em
👩‍👩‍👧‍👦|2|gia đình: phụ nữ, phụ nữ, con gái, con trai|trẻ em
👩‍👩‍👦‍👦|2|gia đình: phụ nữ, phụ nữ, con trai, con trai|trẻ em
👩‍👩‍👧‍👧|2|gia đình: phụ nữ, phụ nữ, con gái, con gái|trẻ em
👨‍👦|4|gia đình: đàn ông, con trai|trẻ em
👨‍👦‍👦|4|gia đình: đàn ông, con trai, con trai|trẻ em
👨‍👧|4|gia đình: đàn ông, con gái|trẻ em
👨‍👧‍👦|4|gia đình: đàn ông, con gái, con trai|trẻ em
👨‍👧‍👧|4|gia đình: đàn ông, con gái, con gái|trẻ em
👩‍👦|4|gia đình: phụ nữ, con trai|trẻ em
👩‍👦‍👦|4|gia đình: phụ nữ, con trai, con trai|trẻ em
👩‍👧|4|gia đình: phụ nữ, con gái|trẻ em
👩‍👧‍👦|4|gia đình: phụ nữ, con gái, con trai|trẻ em
👩‍👧‍👧|4|gia đình: phụ nữ, con gái, con gái|trẻ em
🗣️|0.7|đầu người đang nói|cái đầu|hình bóng|khuôn mặt
👤|0.6|bóng tượng bán thân
👥|1|các bóng tượng bán thân
🫂|13|hai người ôm nhau|cảm ơn|tình bạn|tình yêu|tạm biệt|xin chào
👪|0.6|gia đình|trẻ em
🧑‍🧑‍🧒|15.1|gia đình: người lớn, người lớn, trẻ em
🧑‍🧑‍🧒‍🧒|15.1|gia đình: người lớn, người lớn, trẻ em, trẻ em
🧑‍🧒|15.1|gia đình: người lớn, trẻ em
🧑‍🧒‍🧒|15.1|gia đình: người lớn, trẻ em, trẻ em
👣|0.6|dấu chân|chân trần|các dấu chân|in dấu|quần áo
🫆|16|dấu vân tay|danh tính|pháp y|sự an toàn

🐵|0.6|mặt khỉ|khuôn mặt|quả chuối|động vật
🐒|0.6|khỉ|chuối|con khỉ|quả chuối|động vật
🦍|3|khỉ đột|động vật
🦧|12|đười ươi|vượn người|động vật
🐶|0.6|mặt cún|thú cưng|động vật
🐕|0.7|chó|thú cưng
🦮|12|chó dẫn đường|hỗ trợ|hỗ trợ tiếp cận|khiếm thị|mù
🐕‍🦺|12|chó hỗ trợ|dịch vụ|hỗ trợ tiếp cận|trợ giúp
🐩|0.6|chó xù|cún|động vật
🐺|0.6|chó sói|mặt|mặt chó sói
🦊|3|cáo|mặt|động vật
🦝|11|gấu trúc|tinh nghịch|tò mò|động vật
🐱|0.6|mặt mèo|thú cưng|động vật
🐈|0.7|mèo|thú cưng|động vật
🐈‍⬛|13|mèo đen|meo|vận đen|động vật
🦁|1|sư tử|cung hoàng đạo|cung sư tử|mặt|mặt sư tử
🐯|0.6|mặt hổ|dã thú|động vật
🐅|1|hổ|dã thú|sở thú|động vật
🐆|1|báo hoa mai|con báo|động vật|động vật ăn thịt
🐴|0.6|mặt ngựa
🫎|15|nai sừng tấm Bắc Mỹ|gạc|nai sừng xám|động vật|động vật có vú
🫏|15|con lừa|bướng bỉnh|con la|lừa thồ|động vật|động vật có vú
🐎|0.6|ngựa|cưỡi ngựa|đua
🦄|1|kỳ lân|mặt|mặt kỳ lân
🦓|5|ngựa vằn|sọc
🦌|3|hươu|động vật
🦬|13|bò rừng|trâu|đàn|động vật
🐮|0.6|mặt bò|bò cái|sữa|trang trại|động vật
🐂|1|bò đực|bò mộng|cung hoàng đạo|cung kim ngưu
🐃|1|trâu nước|vườn thú|động vật
🐄|1|bò cái|bò sữa|sữa|trang trại|động vật
🐷|0.6|mặt lợn|thịt lợn|thịt xông khói|trang trại|động vật
🐖|1|lợn|lợn nái|thịt lợn|thịt xông khói|trang trại|động vật
🐗|0.6|lợn rừng|động vật
🐽|0.6|mũi lợn|mõm lợn|mặt|ngửi|trang trại|động vật
🐏|1|cừu đực|cung bạch dương|cung hoàng đạo
🐑|0.6|cừu cái|bồng bềnh|cừu non|lông cừu|nông trại|động vật
🐐|1|dê|cung hoàng đạo|cung ma kết|nông trại|sữa|động vật
🐪|1|lạc đà|con lạc đà|cái bướu|sa mạc|động vật
🐫|0.6|lạc đà hai bướu|con lạc đà|cái bướu|lạc đà bactrian|sa mạc|động vật
🦙|11|lạc đà không bướu|len|lạc đà alpaca|lạc đà guanaco|lạc đà vicuña|động vật
🦒|5|hươu cao cổ|đốm
🐘|0.6|voi|động vật
🦣|13|voi ma mút|có lông|lớn|ngà|tuyệt chủng|động vật
🦏|3|tê giác|động vật
🦛|11|hà mã|động vật
🐭|0.6|mặt chuột|động vật
🐁|1|chuột|động vật
🐀|1|chuột cống|động vật
🐹|0.6|mặt hamster|chuột hamster|thú cưng
🐰|0.6|mặt thỏ|con thỏ|thú cưng|động vật
🐇|1|thỏ|con thỏ|thú cưng|động vật
🐿️|0.7|sóc chuột|con sóc
🦫|13|hải ly|răng|xây đập|động vật
🦔|5|nhím|có gai
🦇|3|dơi|ma cà rồng|động vật
🐻|0.6|gấu|gấu xám|gầm|mật ong|mặt|động vật
🐻‍❄️|13|Gấu trắng Bắc Cực|gấu bắc cực|động vật
🐨|0.6|gấu túi|con gấu|koala|úc|động vật
🐼|0.6|mặt gấu trúc
🦥|12|con lười|chậm|đủng đỉnh
🦦|12|rái cá|bắt cá|nghịch ngợm
🦨|12|chồn hôi Mỹ|mùi hôi|động vật
🦘|11|chuột túi|australia|chuột túi con|nhảy|thú có túi
🦡|11|con lửng|lửng mật|quấy rầy|động vật
🐾|0.6|dấu chân móng vuốt|bàn chân
🦃|1|gà tây|chim|tạ ơn
🐔|0.6|gà|chim|động vật
🐓|1|gà trống|chim|động vật
🐣|0.6|gà mới nở|gà con|ấp
🐤|0.6|gà con|chim
🐥|0.6|mặt trước gà con|chim
🐦|0.6|chim|động vật
🐧|0.6|chim cánh cụt|nam cực|động vật
🕊️|0.7|bồ câu|bay|chim|hòa bình
🦅|3|đại bàng|chim
🦆|3|vịt|chim|động vật
🦢|11|thiên nga|chim|thiên nga non|vịt con xấu xí
🦉|3|cú|chim|khôn ngoan|động vật
🦤|13|chim cưu|gà|gà dodo|lớn|mauritius|tuyệt chủng|động vật
🪶|13|lông chim|bộ lông|chuyến bay|nhẹ
🦩|12|hồng hạc|nhiệt đới|rực rỡ
🦚|11|con công|chim|công mái|phô trương|tự hào
🦜|11|con vẹt|chim|cướp biển|nói chuyện
🪽|15|cánh|bay|bay lên|chim|hàng không|thiên thần|thiên đường|thần thoại
🐦‍⬛|15|chim hoét đen|con quạ|họ quạ|loài quạ|màu đen|mỏ|quạ|động vật
🪿|15|con ngỗng|chim|con gà|con vịt|cầm điểu|khờ dại|kêu|ngây ngô|đàn|đàn ngỗng|động vật
🐦‍🔥|15.1|phượng hoàng|bất tử|chim lửa|chim phượng hoàng|dục hỏa trùng sinh|thăng thiên|tái sinh|tưởng tượng|vinh quang|đầu thai
🐸|0.6|ếch|mặt
🐊|1|cá sấu|sở thú|động vật
🐢|0.6|rùa|con rùa|rùa nước ngọt|động vật
🦎|3|thằn lằn|bò sát|động vật
🐍|0.6|rắn|chòm sao xà phu|cung hoàng đạo|vật mang|động vật
🐲|0.6|mặt rồng|khuôn mặt|truyện cổ tích
🐉|1|rồng|hiệp sĩ|truyện cổ tích|động vật
🦕|5|khủng long chân thằn lằn|khủng long to ăn cây cối|thằn lằn hai óc|uyển long
🦖|5|khủng long bạo chúa
🐳|0.6|cá voi đang phun nước|bãi biển|khuôn mặt|đại dương|động vật
🐋|1|cá voi|bờ biển|đại dương|động vật
🐬|0.6|cá heo|bãi biển|chân chèo|đại dương|động vật
🫍|17|cá voi sát thủ|biển|đại dương
🦭|13|chó biển|hải cẩu|sư tử biển|đại dương|động vật
🐟|0.6|cá|cung hoàng đạo|cung song ngư
🐠|0.6|cá nhiệt đới|động vật
🐡|0.6|cá nóc|cá bơn|động vật
🦈|3|cá mập|động vật
🐙|0.6|bạch tuộc|sinh vật|đại dương|động vật
🐚|0.6|vỏ xoắn ốc|bãi biển|động vật
🪸|14|san hô|rặng|đại dương
🪼|15|sứa|biển|bỏng|chích|không xương sống|sinh vật biển|sinh vật phù du|thủy sinh|xúc tu|động vật|ối
🦀|1|cua|cung cự giải|cung hoàng đạo
🦞|11|tôm hùm|càng|hải sản|xúp tôm cua|động vật
🦐|3|tôm|nhỏ|thức ăn|tôm cua
🦑|3|mực ống|thân mềm|thức ăn|động vật
🦪|12|hàu|lặn|ngọc trai
🐌|0.6|ốc sên|thiên nhiên|vườn|động vật
🦋|3|bướm|côn trùng|đẹp
🐛|0.6|con bọ|côn trùng|vườn|động vật
🐜|0.6|kiến|côn trùng|vườn|động vật
🐝|0.6|ong mật|con ong|côn trùng|mùa xuân|động vật
🪲|13|bọ cánh cứng|côn trùng|động vật
🐞|0.6|bọ rùa|bọ cánh cứng|con bọ rùa|côn trùng|thiên nhiên
🦗|5|dế|bọ|bộ cánh thẳng|châu chấu|côn trùng|động vật
🪳|13|con gián|côn trùng|động vật
🕷️|0.7|nhện|côn trùng
🕸️|0.7|mạng nhện
🦂|1|bọ cạp|cung bọ cạp|cung hoàng đạo
🦟|11|con muỗi|bệnh|côn trùng|sốt|sốt rét|vi rút|đốt
🪰|13|con ruồi|bệnh|côn trùng|giòi|thối rữa|động vật
🪱|13|giun|giun đất|giun đốt|ký sinh trùng|sâu|động vật
🦠|11|vi trùng|amip|khoa học|vi khuẩn|vi rút
💐|0.6|bó hoa|cây|hẹn hò|kỷ niệm|lãng mạn|sinh nhật|tình yêu
🌸|0.6|hoa anh đào|thực vật
💮|0.6|hoa trắng
🪷|14|hoa sen|phật giáo|sự tinh khiết|việt nam|ấn độ|ấn độ giáo
🏵️|0.7|nơ hoa hồng|thực vật
🌹|0.6|hoa hồng|cây|màu đỏ|sang trọng|tình yêu|valentine|vẻ đẹp
🥀|3|hoa héo
🌺|0.6|hoa dâm bụt|thực vật
🌻|0.6|hoa hướng dương|mặt trời|thực vật
🌼|0.6|hoa|bồ công anh|thực vật
🌷|0.6|hoa tulip|thực vật
🪻|15|lục bình|bluebonnet|bụi hoa|cây|hoa|hoa dạ lan hương|hoa len mũ xanh|hoa mõm sói|hoa oải hương|hoa tiên ông|hoa tử đinh hương|màu chàm|mùa xuân|oải hương|tím|đậu lupin
🌱|0.6|cây non|cây giống|nảy mầm|thực vật
🪴|13|cây trồng trong chậu|chậu cây|mọc|nhà|nuôi dưỡng|thực vật|trang trí
🌲|1|cây thường xanh|cây thông|giáng sinh|rừng
🌳|1|cây rụng lá|rơi
🌴|0.6|cây cọ
🌵|0.6|cây xương rồng|hạn hán|sa mạc|thiên nhiên|thực vật
🌾|0.6|bó lúa|bông lúa|gạo|thực vật
🌿|0.6|thảo mộc|lá cây
☘️|1|cỏ ba lá|ai-len|thực vật
🍀|0.6|cỏ bốn lá|4|lá cây|thực vật
🍁|0.6|lá phong|lá cây|rụng
🍂|0.6|lá rụng|thực vật
🍃|0.6|lá rung rinh trong gió|lá cây|thổi
🪹|14|tổ trống rỗng|làm tổ
🪺|14|tổ có trứng|làm tổ
🍄|0.6|nấm|thực vật
🪾|16|cây trụi lá|cây chết|cằn cỗi|gỗ|hạn hán|mùa đông|nhánh cây|thân cây|trần

🍇|0.6|chùm nho|hoa quả
🍈|0.6|dưa|hoa quả
🍉|0.6|dưa hấu|hoa quả
🍊|0.6|quýt|hoa quả|quả cam
🍋|1|chanh tây|chua|hoa quả|họ cam quýt
🍋‍🟩|15.1|chanh ta|hoa quả|họ cam quýt|margarita|mojito|nhiệt đới|nước sốt|nước ép|tequila|vị chua
🍌|0.6|chuối|hoa quả|kali
🍍|0.6|dứa|hoa quả|nhiệt đới
🥭|11|xoài|nhiệt đới|trái cây
🍎|0.6|táo đỏ|hoa quả
🍏|0.6|táo xanh|hoa quả
🍐|1|lê|hoa quả
🍑|0.6|đào|hoa quả
🍒|0.6|anh đào|hoa quả|màu đỏ|quả mọng|thực vật|trái cây
🍓|0.6|dâu tây|quả mọng|trái cây
🫐|13|quả việt quất|hoa quả|màu xanh|quả mọng|thực phẩm
🥝|3|quả kiwi|hoa quả|thức ăn
🍅|0.6|cà chua|rau|thực vật
🫒|13|ôliu|thức ăn
🥥|5|dừa|cây dừa|pina colada
🥑|3|quả bơ|hoa quả|thức ăn
🍆|0.6|cà tím|rau|thực vật
🥔|3|khoai tây|thức ăn|thực vật
🥕|3|cà rốt|thức ăn|thực vật
🌽|0.6|bắp ngô
🌶️|0.7|quả ớt|nóng
🫑|13|ớt chuông|rau|thức ăn
🥒|3|dưa chuột|dưa chua|thức ăn|thực vật
🥬|11|xanh lá|cải bắp|cải thìa|cải xoăn|rau diếp|salat
🥦|5|xúp lơ xanh|bông cải xanh|cải bắp dại|hoa lơ
🧄|12|tỏi|gia vị
🧅|12|hành|gia vị
🥜|3|đậu phộng|quả hạch|rau củ|thức ăn
🫘|14|hạt đậu|cây họ đậu|thận|thức ăn
🌰|0.6|hạt dẻ|thực vật
🫚|15|củ gừng|bia|gia vị|rễ|sức khỏe|thảo mộc|tự nhiên
🫛|15|đậu Hà Lan|quả đậu|rau|vỏ|đậu nành
🍄‍🟫|15.1|nấm màu nâu|cây nấm nâu|nhân nấm|nhân pizza|rau|thức ăn|tự nhiên|ăn chay
🫜|16|rau củ|củ cải|củ cải đường|rễ|vườn
🍞|0.6|bánh mì|bánh mì nướng|lúa mì|ngũ cốc|nhà hàng|thực phẩm|tinh bột|ổ bánh mì
🥐|3|bánh sừng bò|bánh móng ngựa|bánh mỳ|pháp|thức ăn
🥖|3|bánh mì que|bánh mỳ|pháp|thức ăn
🫓|13|bánh mỳ cắt lát|arepa|bánh mì|bánh mì dẹt|lavash|pita|thực phẩm
🥨|5|bánh quy xoắn
🥯|11|bánh mỳ vòng|bánh vòng|bữa sáng|phết|tiệm bánh
🥞|3|bánh kếp|thức ăn
🧇|12|bánh quế|bữa sáng|cứng cỏi|thiếu quyết đoán
🧀|1|miếng pho mát|phô mai
🍖|0.6|thịt bám xương
🍗|0.6|đùi gia cầm|chân|gà|gà tây|xương|đói|đùi gà
🥩|5|tảng thịt|bít tết|sườn|sườn cừu|sườn lợn
🥓|3|thịt xông khói|thức ăn
🍔|0.6|bánh hamburger|bánh kẹp
🍟|0.6|khoai tây chiên|kiểu pháp|đồ ăn|đồ ăn nhanh
🍕|0.6|bánh pizza|lát|phô mai
🌭|1|bánh mì xúc xích
🥪|5|bánh mỳ kẹp
🌮|1|bánh taco|bánh mexico
🌯|1|bánh burrito|bánh mexico
🫔|13|bánh tamale|cuốn|mexico|pamonha|thực phẩm
🥙|3|bánh mì kẹp thịt|bánh mỳ dẹt|bánh mỳ gyro|bánh mỳ kẹp thịt|falafel|nhồi|đồ ăn
🧆|12|bánh rán nhân gà|falafel|thịt viên|đậu hồi
🥚|3|trứng|bữa sáng|đồ ăn
🍳|0.6|nấu ăn|chiên|cái chảo|trứng
🥘|3|chảo thức ăn nông|nồi đất|paella
🍲|0.6|nồi thức ăn|hầm|súp
🫕|13|lẩu pho mai|lẩu phô mai|nấu chảy|nồi|phô mai|sô cô la|thức ăn|trượt tuyết
🥣|5|bát và thìa|bữa sáng|cháo|ngũ cốc|yến mạch
🥗|3|salad rau xanh|thức ăn
🍿|1|bỏng ngô|phim
🧈|12|bơ|bơ sữa
🧂|11|muối|bình lắc|gia vị
🥫|5|thực phẩm đóng hộp
🍱|0.6|hộp cơm bento
🍘|0.6|bánh gạo|bánh quy giòn|thực phẩm
🍙|0.6|cơm nắm|nhật bản
🍚|0.6|cơm|gạo|nấu chín
🍛|0.6|cơm cà ri
🍜|0.6|bát mì|mỳ|mỳ ramen|nóng hổi|phở|súp|thức ăn|đũa
🍝|0.6|spaghetti|nhà hàng|pasta|thịt viên|thức ăn
🍠|0.6|khoai lang nướng|ngọt|đồ ăn
🍢|0.6|món oden|hải sản|kẹp|que|xiên
🍣|0.6|sushi|thực phẩm
🍤|0.6|tôm chiên|món sốt cá cua tôm|tôm hùm
🍥|0.6|bánh cá có hình xoắn|bánh ngọt|xoáy
🥮|11|bánh trung thu|lễ hội|mùa thu|mặt trăng
🍡|0.6|bánh trôi Nhật Bản|món kiểu nhật bản|món tráng miệng|ngọt|que
🥟|5|bánh bao|sủi cảo
🥠|5|bánh quy may mắn|tiên tri
🥡|5|hộp đựng đồ ăn mang đi|cái xô|giao hàng|hàu|mang đi đồ ăn|đũa
🍦|0.6|kem mềm|cái kem|món tráng miệng|ngọt
🍧|0.6|đá bào|kem|món tráng miệng|ngọt
🍨|0.6|kem|món tráng miệng|ngọt
🍩|0.6|bánh rán vòng|món tráng miệng|ngọt
🍪|0.6|bánh quy|món tráng miệng|ngọt
🎂|0.6|bánh sinh nhật|lễ kỷ niệm|món tráng miệng|ngọt|tráng miệng
🍰|0.6|bánh ngọt|miếng|món tráng miệng
🧁|11|bánh nướng nhỏ|bánh ngọt|ngọt|tiệm bánh|tráng miệng
🥧|5|bánh nướng|bí đỏ|bột nhào|miếng bánh|nhồi bánh|thịt|trái cây|táo
🍫|0.6|thanh sô cô la|món tráng miệng|ngọt
🍬|0.6|kẹo|món tráng miệng|ngọt
🍭|0.6|kẹo mút|món tráng miệng|ngọt
🍮|0.6|bánh trứng|món tráng miệng|ngọt
🍯|0.6|hũ mật ong|ngọt
🍼|1|bình sữa trẻ em|em bé|mới sinh|sinh|trẻ sơ sinh|uống
🥛|3|cốc sữa|đồ uống
☕|0.6|đồ uống nóng|buổi sáng|caffeine|chai|cà phê|nóng hổi|trà
🫖|13|ấm trà|thực phẩm|đồ uống|ủ
🍵|0.6|tách trà không có quai|cốc|uống|đồ uống
🍶|0.6|rượu sake|chai|cốc|quán ba|uống|đồ uống
🍾|1|chai rượu với nút gỗ bật ra|quán bar|đồ uống
🍷|0.6|ly rượu vang|quán ba|uống|đồ uống
🍸|0.6|ly cocktail|quán bar|đồ uống
🍹|0.6|đồ uống nhiệt đới|quán bar
🍺|0.6|cốc bia|quán bar|đồ uống
🍻|0.6|chạm cốc bia|nước giải khát|quán ba|đồ uống
🥂|3|chạm cốc|chúc mừng|tiếng keng|đồ uống
🥃|3|ly đáy phẳng|cốc|cốc vại|ngụm|rượu|rượu whisky
🫗|14|đổ chất lỏng|ly thủy tinh|tràn|trống rỗng|đồ uống
🥤|5|cốc và ống hút|mạch nha|nước|nước ép|soda|uống
🧋|13|trà sữa trân châu|bong bóng|ngọc trai
🧃|12|hộp đồ uống|ngọt|nước ép|ống hút
🧉|12|trà nhựa ruồi|đồ uống
🧊|12|viên đá|băng|lạnh
🥢|5|đũa
🍽️|0.7|dĩa và dao với đĩa|nĩa|nấu nướng
🍴|0.6|dĩa và dao|bữa sáng|bữa trưa|bữa tối|cho ăn|ngon|ngon miệng|nhà hàng|nấu ăn|ăn|ăn sáng|đói|đồ ăn
🥄|3|thìa|bộ đồ ăn
🔪|0.6|dao làm bếp|dụng cụ|hocho|nấu nướng|vũ khí
🫙|14|bình đựng|cửa hàng|gia vị|nước sốt|thùng chứa|trống rỗng
🏺|1|vò hai quai|bình|bảo bình|hoàng đạo|nấu ăn|uống

🌍|0.7|địa cầu thể hiện Châu Âu-Châu Phi|thế giới|trái đất
🌎|0.7|địa cầu thể hiện Châu Mỹ|thế giới|trái đất
🌏|0.6|địa cầu thể hiện Châu Á-Châu Úc|thế giới|trái đất
🌐|1|địa cầu có đường kinh tuyến|internet|thế giới|trái đất|ttoàn thế giới|web
🗺️|0.7|bản đồ thế giới
🗾|0.6|bản đồ Nhật Bản
🧭|11|la bàn|từ tính|điều hướng|định hướng
🏔️|0.7|đỉnh núi phủ tuyết|lạnh
⛰️|0.7|núi
🛘|17|lở đất|nguy hiểm|núi|thảm họa|tuyết lở|đá|động đất
🌋|0.6|núi lửa|phun trào|thiên nhiên
🗻|0.6|núi Phú Sĩ
🏕️|0.7|cắm trại
🏖️|0.7|bãi biển với chiếc ô
🏜️|0.7|sa mạc
🏝️|0.7|đảo hoang
🏞️|0.7|công viên quốc gia
🏟️|0.7|sân vận động
🏛️|0.7|tòa nhà cổ điển
🏗️|0.7|công trường xây dựng|cần cẩu
🧱|11|gạch|tường|vữa|đất sét
🪨|13|đá|hòn đá|nặng|rắn|tảng đá
🪵|13|gỗ|gỗ xẻ|khúc gỗ
🛖|13|túp lều|lều tròn|nhà|nhà tròn
🏘️|0.7|những ngôi nhà
🏚️|0.7|ngôi nhà bỏ hoang
🏠|0.6|ngôi nhà
🏡|0.6|nhà có vườn|ngôi nhà
🏢|0.6|tòa nhà văn phòng|công việc|dạng lập phương|thành phố
🏣|0.6|bưu điện Nhật Bản|kiểu nhật
🏤|1|bưu điện|kiểu châu âu
🏥|0.6|bệnh viện|bác sĩ|thuốc
🏦|0.6|ngân hàng|tòa nhà
🏨|0.6|khách sạn|tòa nhà
🏩|0.6|khách sạn tình yêu
🏪|0.6|cửa hàng tiện lợi
🏫|0.6|trường học|tòa nhà
🏬|0.6|cửa hàng bách hóa
🏭|0.6|nhà máy|tòa nhà
🏯|0.6|lâu đài Nhật Bản|kiểu nhật
🏰|0.6|lâu đài|kiểu châu âu
💒|0.6|đám cưới|lãng mạn|nhà thờ nhỏ
🗼|0.6|tháp Tokyo
🗽|0.6|Tượng Nữ thần Tự do|bức tượng|new|ny|nyc
⛪|0.6|nhà thờ|cây thánh giá|cầu nguyện|tôn giáo|đạo cơ đốc
🕌|1|nhà thờ hồi giáo|thuộc hồi giáo|tôn giáo
🛕|12|đền hindu|hin đu|hin-đu
🕍|1|giáo đường Do thái|người do thái|tôn giáo|đền
⛩️|0.7|đền thờ Nhật Bản|thần đạo|tôn giáo
🕋|1|kaaba|hồi giáo|thuộc hồi giáo|tôn giáo
⛲|0.6|đài phun nước
⛺|0.6|lều|cắm trại
🌁|0.6|có sương|thời tiết
🌃|0.6|đêm có sao
🏙️|0.7|khung cảnh thành phố
🌄|0.6|bình minh trên núi|buổi sáng|mặt trời
🌅|0.6|bình minh|buổi sáng|mặt trời|thiên nhiên
🌆|0.6|khung cảnh thành phố lúc chạng vạng|buổi tối|hoàng hôn|mặt trời lặn|phong cảnh
🌇|0.6|hoàng hôn|chạng vạng|mặt trời
🌉|0.6|cây cầu về đêm
♨️|0.6|suối nước nóng|hơi nước
🎠|0.6|ngựa đu quay|giải trí|đu quay ngựa
🛝|14|cầu trượt|chơi|khu vui chơi
🎡|0.6|vòng đu quay|bánh xe|công viên giải trí
🎢|0.6|tàu lượn siêu tốc|con lăn|công viên giải trí|tàu lao dốc
💈|0.6|biển hiệu của thợ cắt tóc|cột
🎪|0.6|lều rạp xiếc
🚂|1|đầu máy xe lửa|hơi nước|tàu hỏa|đường sắt|động cơ
🚃|0.6|toa tàu|tàu hỏa|tàu điện|xe hơi|điện|đường sắt
🚄|0.6|tàu cao tốc|tàu cao tốc nhật bản|tàu hỏa|tốc độ|đường sắt
🚅|0.6|tàu viên đạn|tàu cao tốc nhật bản|tàu hỏa|tốc độ|đường sắt
🚆|1|tàu hỏa|đường sắt
🚇|0.6|tàu điện ngầm|di chuyển
🚈|1|tàu điện nhẹ|xe cộ|đường sắt
🚉|0.6|ga tàu|tàu hỏa|đường sắt
🚊|1|xe điện|ô tô điện
🚝|1|đường một ray|xe cộ
🚞|1|đường ray leo núi|toa xe|đường sắt
🚋|1|tàu điện|toa xe|xe điện|ô tô điện
🚌|0.6|xe buýt|trường học|xe cộ
🚍|0.7|xe buýt đang tới
🚎|1|ô tô điện|xe buýt|xe goòng|xe điện
🚐|1|xe buýt nhỏ|xe cộ
🚑|0.6|xe cứu thương|xe cấp cứu|xe cộ
🚒|0.6|xe cứu hỏa|lửa|xe tải|động cơ
🚓|0.6|xe cảnh sát|tuần tra|xe hơi
🚔|0.7|xe cảnh sát đang tới|xe hơi
🚕|0.6|taxi|lái xe|màu vàng|xe|xe cộ
🚖|1|taxi đang tới|xe cộ
🚗|0.6|ô tô|xe cộ
🚘|0.7|ô tô đang tới|xe hơi
🚙|0.6|xe thể thao đa dụng|giải trí|tiện ích thể thao|xe cộ|ô tô
🛻|13|xe bán tải|nhận hàng|vận tải|xe tải|ô tô
🚚|0.6|xe tải giao hàng
🚛|1|đầu kéo rơ-moóc|di chuyển|lái xe|nối|xe bán tải|xe cộ|xe tải|ô tô
🚜|1|máy kéo|xe cộ
🏎️|0.7|xe đua|đua xe
🏍️|0.7|xe máy|đua xe
🛵|3|xe tay ga|mô tơ
🦽|12|xe lăn tay|hỗ trợ tiếp cận|trợ năng
🦼|12|xe lăn tự động|hỗ trợ tiếp cận|trợ năng
🛺|12|xe lam|tuk tuk|túc túc
🚲|0.6|xe đạp|xe cộ
🛴|3|xe hẩy|đẩy
🛹|11|ván trượt
🛼|13|giày trượt patin|con lăn|thể thao
🚏|0.6|điểm dừng xe buýt|dừng lại
🛣️|0.7|đường cao tốc
🛤️|0.7|đường ray|tàu hỏa
🛢️|0.7|thùng dầu
⛽|0.6|bơm nhiên liệu|diesel|gas|khí|trạm bơm
🛞|14|bánh xe|hình tròn|lốp xe|xoay
🚨|0.6|đèn xe cảnh sát|quay vòng|xe hơi|ánh sáng|đèn hiệu
🚥|0.6|đèn giao thông ngang|biển báo
🚦|1|đèn giao thông dọc|biển báo
🛑|3|ký hiệu dừng|bát giác
🚧|0.6|công trường|rào chắn
⚓|0.6|mỏ neo|dụng cụ|tàu
🛟|14|phao cứu sinh|an toàn|cấp cứu|cứu hộ|phao nổi|phương tiện cứu hộ
⛵|0.6|thuyền buồm|biển|du thuyền|khu nghỉ dưỡng
🛶|3|xuồng|thuyền
🚤|0.6|xuồng cao tốc|thuyền
🛳️|0.7|tàu chở khách|hành khách|tàu thủy
⛴️|0.7|phà|hành khách|thuyền
🛥️|0.7|thuyền máy
🚢|0.6|tàu thủy|di chuyển|hành khách|thuyền
✈️|0.6|máy bay|di chuyển|phi cơ|tàu bay
🛩️|0.7|máy bay nhỏ|tàu bay
🛫|1|máy bay khởi hành|làm thủ tục|tàu bay|điểm khởi hành
🛬|1|máy bay đến nơi|hạ cánh|điểm đến
🪂|12|dù|dù kéo|lượn|nhảy dù
💺|0.6|cái ghế|chỗ ngồi
🚁|1|máy bay trực thăng|xe cộ
🚟|1|đường sắt trên cao|treo
🚠|1|cáp treo trên núi|toa trần
🚡|1|cáp treo|toa trần|trên không|đường xe điện
🛰️|0.7|vệ tinh|vũ trụ
🚀|0.6|tên lửa|di chuyển|không gian|phóng
🛸|5|đĩa bay|người ngoài hành tinh|ufo
🛎️|0.7|chuông gọi phục vụ|khách sạn
🧳|11|hành lý|du lịch|vali kéo|đóng gói
⌛|0.6|đồng hồ cát đã chảy hết|bộ định thời|đồng hồ hẹn giờ
⏳|0.6|đồng hồ cát đang chảy|bộ định thời
⌚|0.6|đồng hồ đeo tay|thời gian
⏰|0.6|đồng hồ báo thức|muộn|thời gian
⏱️|1|đồng hồ bấm giờ|thời gian
⏲️|1|đồng hồ hẹn giờ
🕰️|0.7|đồng hồ để bàn|thời gian
🕛|0.6|mười hai giờ|00|12|12:00|đồng hồ
🕧|0.7|mười hai giờ ba mươi phút|12|12:30|đồng hồ
🕐|0.6|một giờ|00|1|1:00|đồng hồ
🕜|0.7|một giờ ba mươi phút|1|1:30|đồng hồ
🕑|0.6|hai giờ|00|2|2:00|đồng hồ
🕝|0.7|hai giờ ba mươi phút|2|2:30|đồng hồ
🕒|0.6|ba giờ|00|3|3:00|đồng hồ
🕞|0.7|ba giờ ba mươi phút|3|3:30|đồng hồ
🕓|0.6|bốn giờ|00|4|4:00|đồng hồ
🕟|0.7|bốn giờ ba mươi phút|4|4:30|đồng hồ
🕔|0.6|năm giờ|00|5|5:00|đồng hồ
🕠|0.7|năm giờ ba mươi phút|5|5:30|đồng hồ
🕕|0.6|sáu giờ|00|6|6:00|đồng hồ
🕡|0.7|sáu giờ ba mươi phút|6|6:30|đồng hồ
🕖|0.6|bảy giờ|00|7|7:00|đồng hồ
🕢|0.7|bảy giờ ba mươi phút|7|7:30|đồng hồ
🕗|0.6|tám giờ|00|8|8:00|đồng hồ
🕣|0.7|tám giờ ba mươi phút|8|8:30|đồng hồ
🕘|0.6|chín giờ|00|9|9:00|đồng hồ
🕤|0.7|chín giờ ba mươi phút|9|9:30|đồng hồ
🕙|0.6|mười giờ|00|10|10:00|đồng hồ
🕥|0.7|mười giờ ba mươi phút|10|10:30|đồng hồ
🕚|0.6|mười một giờ|00|11|11:00|đồng hồ
🕦|0.7|mười một giờ ba mươi phút|11|11:30|đồng hồ
🌑|0.6|trăng non|bóng tối|mặt trăng
🌒|1|trăng lưỡi liềm đầu tháng|mặt trăng|tròn dần
🌓|0.6|trăng thượng huyền|mặt trăng|phần tư
🌔|0.6|trăng khuyết|mặt trăng|tròn dần
🌕|0.6|trăng tròn|mặt trăng
🌖|1|trăng khuyết cuối tháng|mặt trăng
🌗|1|trăng hạ huyền|mặt trăng|phần tư
🌘|1|trăng lưỡi liềm cuối tháng|không gian|mặt trăng
🌙|0.6|trăng lưỡi liềm|mặt trăng
🌚|1|mặt trăng non
🌛|0.6|trăng thượng huyền hình mặt người|phần tư
🌜|0.7|trăng hạ huyền hình mặt người|mặt trăng|phần tư
🌡️|0.7|nhiệt kế|thời tiết
☀️|0.6|mặt trời|nóng|nắng|sáng|thời tiết|tia
🌝|1|khuôn mặt trăng tròn|sáng
🌞|1|mặt trời có hình mặt người|bãi biển|sáng|thời tiết
🪐|12|hành tinh có vành đai bao quanh|sao thổ|thần nông|thổ tinh
⭐|0.6|ngôi sao|thiên văn
🌟|0.6|ngôi sao lấp lánh|chiếu sáng|phát sáng
🌠|0.6|sao băng|ngôi sao|phóng|rơi
🌌|0.6|dải ngân hà|vũ trụ
☁️|0.6|đám mây|thời tiết|âm u
⛅|0.6|mặt trời sau đám mây
⛈️|0.7|đám mây kèm chớp và mưa|sấm|đám mây với tia chớp và mưa
🌤️|0.7|mặt trời sau đám mây nhỏ
🌥️|0.7|mặt trời sau đám mây lớn
🌦️|0.7|mặt trời sau đám mây mưa
🌧️|0.7|mây và mưa
🌨️|0.7|đám mây với tuyết|lạnh
🌩️|0.7|đám mây với tia chớp|sét|thời tiết
🌪️|0.7|lốc xoáy|cơn lốc|mây|thời tiết
🌫️|0.7|sương mù|mây|thời tiết
🌬️|0.7|khuôn mặt gió|thổi|đám mây
🌀|0.6|hình lốc xoáy|bão|choáng váng
🌈|0.6|cầu vồng|chuyển giới|lưỡng tính|mưa|thời tiết|tự nhiên|đồng tính
🌂|0.6|ô đã đóng|chiếc ô|mưa|quần áo
☂️|0.7|cái ô|che mưa|mưa|quần áo
☔|0.6|cái ô với những giọt nước mưa|chiếc ô|quần áo|rơi|ô che mưa
⛱️|0.7|cái ô trên mặt đất|chiếc ô|mưa|mặt trời|nắng
⚡|0.6|điện cao thế|cú đánh|nguy hiểm|sét|tự nhiên
❄️|0.6|bông tuyết|lạnh|thời tiết
☃️|0.7|người tuyết|lạnh
⛄|0.6|người tuyết không có tuyết|lạnh
☄️|1|sao chổi|vũ trụ
🔥|0.6|lửa|dụng cụ|ngọn lửa
💧|0.6|giọt nước|hài hước|lạnh|mồ hôi|rơi
🌊|0.6|sóng nước|đại dương

🎃|0.6|đèn lồng bí ngô|halloween|lễ hội|lồng đèn bí ngô
🎄|0.6|cây thông noel|giáng sinh|lễ kỷ niệm
🎆|0.6|pháo hoa|giải trí|lễ kỷ niệm
🎇|0.6|pháo bông|chói sáng|lễ kỷ niệm|pháo hoa
🧨|11|pháo|nổ|pháo hoa|thuốc nổ
✨|0.6|ánh lấp lánh|kỳ diệu|ngôi sao
🎈|0.6|bóng bay|lễ kỷ niệm|sinh nhật
🎉|0.6|pháo giấy buổi tiệc|lễ kỷ niệm|pháo bông sinh nhật
🎊|0.6|bóng hoa giấy|bữa tiệc|lễ kỷ niệm|quả bóng
🎋|0.6|cây tanabata|biểu ngữ|kiểu nhật bản|lễ kỷ niệm
🎍|0.6|trang trí cây thông|cây tre|kiểu nhật bản|lễ kỷ niệm
🎎|0.6|búp bê Nhật Bản|kiểu nhật bản|lễ hội|lễ kỷ niệm
🎏|0.6|cờ cá chép|cờ dải|lễ kỷ niệm
🎐|0.6|chuông gió|kêu vang|lễ kỷ niệm
🎑|0.6|lễ ngắm trăng|kỷ niệm|lễ kỷ niệm|mặt trăng
🧧|11|bao lì xì|chúc may mắn|hồng bao|quà tặng|tiền
🎀|0.6|ruy băng|lễ kỷ niệm
🎁|0.6|gói quà|hộp|lễ kỷ niệm|quà tặng
🎗️|0.7|ruy băng nhắc nhở|lễ kỷ niệm|lời nhắc
🎟️|0.7|vé vào cửa
🎫|0.6|vé|vào cửa
🎖️|0.7|huân chương quân đội|huy chương|lễ kỷ niệm|quân sự
🏆|0.6|cúp|chiến thắng|giải thưởng|thể thao|vô địch
🏅|1|huy chương thể thao|chiến thắng|huy chương vàng|vô địch
🥇|3|huy chương vàng|nhất
🥈|3|huy chương bạc|hai
🥉|3|huy chương đồng|ba
⚽|0.6|bóng đá|quả bóng|thể thao|thể thao vua|túc cầu
⚾|0.6|bóng chày|quả bóng|thể thao
🥎|11|bóng mềm|bao tay|ném bóng dưới vai|thể thao
🏀|0.6|bóng rổ|quả bóng|thể thao|vòng
🏐|1|bóng chuyền|quả bóng|trò chơi
🏈|0.6|bóng bầu dục Mỹ|người mỹ|quả bóng
🏉|1|bóng bầu dục|bóng đá|quả bóng|thể thao
🎾|0.6|quần vợt|cái vợt|quả bóng
🥏|11|đĩa bay trò chơi|ném đĩa
🎳|0.6|bowling|quả bóng|trò chơi
🏏|1|trò chơi cricket|gậy đánh bóng|quả bóng
🏑|1|khúc côn cầu trên cỏ|cây gậy|quả bóng|sân|trò chơi
🏒|1|khúc côn cầu trên băng|gậy|trận đấu
🥍|11|bóng vợt|gôn|gậy|thể thao
🏓|1|bóng bàn|gậy|quả bóng|trò chơi|vợt đánh bóng
🏸|1|cầu lông|kỹ thuật ghi|trái cầu lông|trò chơi|vợt
🥊|3|găng tay quyền anh
🥋|3|đồng phục võ thuật|judo|karate|taekwondo|thể thao
🥅|3|khung thành|gôn|lưới
⛳|0.6|cờ trong lỗ|gôn|thể thao
⛸️|0.7|giày trượt băng
🎣|0.6|cần câu cá|giải trí|thể thao
🤿|12|mặt nạ lặn|bình dưỡng khí|bình ôxy|ống thở
🎽|0.6|áo chạy bộ|khăn quàng vai|vận động viên|áo sơ mi
🎿|0.6|ván trượt tuyết|thể thao
🛷|5|xe trượt tuyết|đi xe trượt tuyết
🥌|5|bi đá trên băng|trò chơi
🎯|0.6|trúng đích|hồng tâm|mục tiêu|phi tiêu|trò chơi
🪀|12|yo-yo|dao động|đồ chơi
🪁|12|diều|bay|bay lên|bay lượn
🔫|0.6|súng nước|dụng cụ|súng gắn|súng lục|súng lục ổ quay|vũ khí
🎱|0.6|bi-a 8 bóng|bida|quả bóng|trò chơi|tám
🔮|0.6|quả cầu pha lê|dụng cụ|giả tưởng|quả bóng|truyện cổ tích|vận may
🪄|13|gậy thần|ma thuật|phù thủy|thầy phù thủy
🎮|0.6|trò chơi điện tử|giải trí|tay điều khiển|thiết bị điều khiển
🕹️|0.7|cần điều khiển|trò chơi|trò chơi điện tử
🎰|0.6|máy giật xèng|cờ bạc|khe|trò chơi
🎲|0.6|trò xúc xắc|con xúc xắc|gieo xúc xắc|trò chơi
🧩|11|ghép hình|ghép vào nhau|mảnh|trò ghép hình|đầu mối
🧸|11|gấu bông|nhồi bông|vải lông|đồ chơi
🪅|13|piñata|buổi tiệc|kẹo|kỷ niệm|lễ hội|lễ kỷ niệm|người mexico|pinata
🪩|14|quả cầu gương|buổi tiệc|disco|khiêu vũ|long lanh|sàn nhảy
🪆|13|búp bê matryoshka|babooshka|baboushka|babushka|búp bê lồng|lồng nhau|nước nga
♠️|0.6|bộ bích|bài|bộ bài bích|trò chơi
♥️|0.6|bộ cơ|bài|bộ bài cơ|trò chơi
♦️|0.6|bộ rô|bài|bộ bài rô|trò chơi
♣️|0.6|bộ nhép|bài|bộ bài nhép|trò chơi
♟️|11|quân tốt|bịp|cờ|thí tốt
🃏|0.6|quân phăng teo|lá bài|trò chơi
🀄|0.6|mạt chược rồng đỏ|trò chơi
🎴|0.6|quân bài hình hoa|kiểu nhật bản|thiệp|trò chơi
🎭|0.6|nghệ thuật biểu diễn|mặt nạ|nhà hát
🖼️|0.7|tranh trong khung|bảo tàng|nghệ thuật
🎨|0.6|bảng màu|bảo tàng|nghệ thuật|vẽ
🧵|11|sợi chỉ|kim|may|xâu|ổng chỉ
🪡|13|kim may|chỉ khâu|khâu|may đo|thêu
🧶|11|sợi|cuộn|cuộn len|đan|đan bằng kim móc
🪢|13|nút thắt|buộc|bện|dây thừng|rối|xoắn

👓|0.6|kính mắt|quần áo|đeo kính
🕶️|0.7|kính râm|bóng tối|kính mắt|mắt|đeo kính
🥽|11|kính bảo hộ|bơi|bảo vệ mắt|hàn
🥼|11|áo phòng thí nghiệm|bác sĩ|nhà khoa học
🦺|12|áo bảo hộ|an toàn|cứu hộ|khẩn cấp
👔|0.6|cà vạt|quần áo|trang trọng|áo sơ mi
👕|0.6|áo phông|quần áo|áo sơ mi|áo thun
👖|0.6|quần bò|quần dài|quần áo
🧣|5|khăn quàng|cổ|lạnh|ủ ấm
🧤|5|găng tay
🧥|5|áo khoác|lạnh|áo choàng
🧦|5|tất|bít tất|vớ
👗|0.6|váy|mua sắm|quần áo
👘|0.6|kimono|quần áo
🥻|12|xari|quần áo|sari|trang phục|váy|đầm
🩱|12|áo tắm một mảnh|bộ áo tắm
🩲|12|quần lót|bộ đồ bơi|bộ đồ tắm|một mảnh
🩳|12|quần soóc|bộ đồ tắm|quần bơi|quần dài|quần lót
👙|0.6|áo tắm hai mảnh|bơi|bể bơi|quần áo
👚|0.6|quần áo nữ
🪭|15|quạt giấy|e thẹn|làm mát|múa|nóng|tán tỉnh|vỗ cánh
👛|0.6|ví|quần áo|tiền xu|đồng tiền
👜|0.6|túi xách|mua sắm|quần áo|ví
👝|0.6|túi cắp nách|quần áo|túi nhỏ
🛍️|0.7|túi mua sắm|khách sạn
🎒|0.6|ba lô đi học|cặp|trường|túi
🩴|13|dép xỏ ngón|dép lê|dép đi biển|zōri
👞|0.6|giày nam|quần áo|đàn ông
👟|0.6|giày chạy|giày chạy bộ|giày đế mềm|quần áo|thể thao
🥾|11|giày leo núi|cắm trại|du lịch bụi|giày ống|đi bộ đường dài
🥿|11|giày bệt|giày búp bê|giày lười|giày đi trong nhà
👠|0.6|giày cao gót|gót chân|phụ nữ|quần áo
👡|0.6|xăng đan nữ|giày|phụ nữ|quần áo
🩰|12|giày múa balê
👢|0.6|giày bốt nữ|phụ nữ|quần áo
🪮|15|lược Afro Pick|chải|kiểu tóc afro|tóc
👑|0.6|vương miện|gia đình hoàng gia|nữ hoàng|quần áo|vua
👒|0.6|mũ phụ nữ|cái mũ|quần áo
🎩|0.6|mũ chóp cao|cái mũ|quần áo|đầu
🎓|0.6|mũ tốt nghiệp|cái mũ|lễ kỷ niệm|quần áo
🧢|5|mũ lưỡi trai|mũ bóng chày
🪖|13|mũ sắt quân đội|chiến binh|mũ bảo hiểm|người lính|quân sự
⛑️|0.7|mũ bảo hiểm của lính cứu hộ|chữ thập|cái mũ|khuôn mặt|nón bảo hộ
📿|1|tràng hạt|lời cầu nguyện|quần áo|tôn giáo|vòng cổ
💄|0.6|son môi|mỹ phẩm|trang điểm
💍|0.6|nhẫn|kim cương
💎|0.6|đá quý|kim cương|viên ngọc|đồ nữ trang
🔇|1|tắt loa|cái loa|im lặng|không ồn ào|tắt tiếng
🔈|0.7|âm lượng loa thấp|nhẹ|nhỏ|âm thanh
🔉|1|âm lượng loa trung bình|âm thanh
🔊|0.6|âm lượng loa cao|lớn
📢|0.6|loa phát thanh|loa phóng thanh|lớn|địa chỉ công cộng
📣|0.6|loa phóng thanh|cổ vũ
📯|1|kèn bưu chính|bưu điện
🔔|0.6|cái chuông|giờ nghỉ|nhà thờ
🔕|1|chuông với dấu gạch chéo|cấm|im lặng|tắt tiếng
🎼|0.6|khuông nhạc|bản nhạc
🎵|0.6|nốt nhạc
🎶|0.6|các nốt nhạc
🎙️|0.7|micrô phòng thu âm|nhạc
🎚️|0.7|thanh trượt mức|nhạc
🎛️|0.7|núm điều khiển|nhạc
🎤|0.6|micrô|hát|karaoke|nhạc|âm thanh
🎧|0.6|tai nghe|âm thanh
📻|0.6|radio|video
🎷|0.6|kèn saxophone|nhạc|nhạc cụ
🎺|0.6|kèn trumpet|nhạc|nhạc cụ
🪊|17|kèn trombone|buồn|jazz|nhạc cụ|trượt|âm nhạc|đồng
🪗|13|phong cầm|accordion|buổi hòa nhạc|hộp bóp|nhạc cụ|âm nhạc
🎸|0.6|đàn ghi-ta|nhạc|nhạc cụ
🎹|0.6|phím đàn|bàn phím|nhạc|nhạc cụ|đàn piano
🎻|0.6|đàn violin|nhạc|nhạc cụ
🪕|12|đàn banjo|có dây|âm nhạc
🥁|3|trống|dùi trống|nhạc
🪘|13|trống dài|conga|nhạc cụ|nhịp|đập
🪇|15|maraca|lắc|lục lạc|nhạc cụ|nhảy|tiệc tùng|trống|âm nhạc
🪈|15|sáo|ban nhạc|ban nhạc diễu hành|dàn nhạc giao hưởng|máy ghi âm|nhạc|nhạc cụ|nhạc cụ hơi bằng gỗ|âm nhạc|ống sáo|ống tiêu
🪉|16|đàn hạc|dàn nhạc|nhạc cụ|thần tình yêu|tình yêu|âm nhạc
📱|0.6|điện thoại di động
📲|0.6|điện thoại di động có mũi tên|gọi|nhận
☎️|0.6|điện thoại bàn
📞|0.6|ống nghe điện thoại bàn
📟|0.6|máy nhắn tin
📠|0.6|máy fax
🔋|0.6|pin
🪫|14|pin yếu|năng lượng thấp|điện tử
🔌|0.6|phích cắm điện
💻|0.6|máy tính xách tay|cá nhân|pc
🖥️|0.7|máy tính để bàn|màn hình
🖨️|0.7|máy in|máy tính
⌨️|1|bàn phím|máy tính
🖱️|0.7|chuột máy tính
🖲️|0.7|bi xoay|máy tính
💽|0.6|đĩa máy tính|quang học|đĩa mini
💾|0.6|đĩa mềm|máy tính
💿|0.6|đĩa quang|cd|máy tính
📀|0.6|dvd|chuẩn đĩa quang|máy tính|quang|đĩa
🧮|11|bàn tính|tính toán
🎥|0.6|máy quay phim|bollywood|hollywood|rạp chiếu phim
🎞️|0.7|khung hình phim|rạp chiếu phim
📽️|0.7|máy chiếu phim|rạp chiếu phim|video
🎬|0.6|bảng clapper|diễn|phim
📺|0.6|tivi|tv|video
📷|0.6|máy ảnh|video
📸|1|máy ảnh có đèn flash|video
📹|0.6|máy quay video|máy quay phim
📼|0.6|băng video|vhs
🔍|0.6|kính phóng đại nghiêng sang trái|dụng cụ|tìm kiếm
🔎|0.6|kính lúp nghiêng sang phải|dụng cụ|kính phóng đại nghiêng sang phải|phóng đại|tìm kiếm
🕯️|0.7|nến|ánh sáng
💡|0.6|bóng đèn|hài hước|ánh sáng|ý tưởng|điện
🔦|0.6|đèn pin|dụng cụ|ánh sáng|điện
🏮|0.6|đèn lồng giấy màu đỏ|quán bar
🪔|12|đèn diya|dầu
📔|0.6|sổ ghi chép có bìa trang trí|sách
📕|0.6|sách đóng|giáo dục
📖|0.6|sách đang mở
📗|0.6|sách màu lục|giáo dục|thư viện|xanh lục
📘|0.6|sách màu lam|xanh lam
📙|0.6|sách màu cam
📚|0.6|sách|học tập|thư viện|tri thức|trường học|đọc
📓|0.6|sổ ghi chép
📒|0.6|sổ cái|sổ ghi chép
📃|0.6|trang bị quăn|tài liệu
📜|0.6|cuộn sách|cuộn giấy|giấy
📄|0.6|trang hướng lên trên|tài liệu
📰|0.6|báo|tin tức|tạp chí
🗞️|0.7|tờ báo được cuộn tròn|báo giấy|tạp chí
📑|0.6|tab dấu trang|đánh dấu
🔖|0.6|đánh dấu trang
🏷️|0.7|nhãn
🪙|13|đồng tiền|bạc|euro|giàu|kho báu|kim loại|vàng|đô la
💰|0.6|túi tiền|đô la
🪎|17|rương báu|bạc|chiến lợi phẩm|giải thưởng|sự giàu có|tiền|vàng|đá quý|đồ trang sức|đồ vật có giá trị
💴|0.6|tiền giấy yên|hoá đơn|tiền tệ
💵|0.6|tiền giấy đô la|hoá đơn|tiền tệ
💶|1|tiền giấy euro|hoá đơn|tiền tệ
💷|1|tiền giấy bảng|hoá đơn|tiền tệ
💸|0.6|tiền có cánh|bay|tiền giấy|đô la
💳|0.6|thẻ tín dụng|ngân hàng|thanh toán|tiền
🧾|11|biên nhận|chứng từ|ghi sổ sách|giấy tờ chứng thực|hóa đơn|kế toán
💹|0.6|biểu đồ đồng yên tăng|tiền
✉️|0.6|phong bì|email|thư
📧|0.6|email|thư
📨|0.6|phong bì thư đến|email|nhận
📩|0.6|phong bì với mũi tên|email|thư đi
📤|0.6|khay thư đi|hộp|hộp thư đi|đã gửi
📥|0.6|khay thư đến|hộp|hộp thư đến|nhận
📦|0.6|gói|bưu kiện|hộp
📫|0.6|hộp thư được đóng với lá cờ đứng|hòm thư
📪|0.6|hộp thư được đóng với lá cờ nằm ngang|hòm thư
📬|0.7|hộp thư được mở với lá cờ đứng|hòm thư
📭|0.7|hộp thư được mở với lá cờ nằm ngang|hòm thư
📮|0.6|hòm thư|hộp thư
🗳️|0.7|hòm phiếu với lá phiếu|thùng phiếu
✏️|0.6|bút chì|văn phòng phẩm
✒️|0.6|ngòi bút đen|bút mực
🖋️|0.7|bút máy
🖊️|0.7|bút|bút bi
🖌️|0.7|cọ vẽ tranh|tranh vẽ
🖍️|0.7|bút sáp màu
📝|0.6|sổ ghi nhớ|bút chì
💼|0.6|cặp tài liệu|văn phòng
📁|0.6|thư mục tệp
📂|0.6|thư mục tệp mở
🗂️|0.7|dụng cụ chia chỉ mục thẻ
📅|0.6|lịch|ngày
📆|0.6|quyển lịch bloc
🗒️|0.7|sổ ghi chú gáy xoắn
🗓️|0.7|lịch gáy xoắn
📇|0.6|chỉ mục thẻ|hộp danh thiếp
📈|0.6|biểu đồ tăng|tăng lên|tăng trưởng|xu hướng|đồ thị
📉|0.6|biểu đồ giảm|xu hướng|xuống|đồ thị
📊|0.6|biểu đồ thanh|đồ thị
📋|0.6|bảng ghi nhớ|ghi chú|việc cần làm
📌|0.6|đinh ghim|cái ghim
📍|0.6|đinh ghim hình tròn
📎|0.6|kẹp giấy
🖇️|0.7|kẹp giấy được nối
📏|0.6|thước thẳng|cạnh thẳng|thước kẻ|toán
📐|0.6|thước tam giác|bộ|thước kẻ
✂️|0.6|kéo|cắt|dụng cụ
🗃️|0.7|hộp đựng hồ sơ|thẻ|tệp
🗄️|0.7|tủ hồ sơ|tệp
🗑️|0.7|sọt rác
🔒|0.6|khóa|riêng tư|đóng
🔓|0.6|mở khóa
🔏|0.6|khóa với bút|mực|ngòi bút|riêng tư
🔐|0.6|khóa với chìa|bảo mật|đóng
🔑|0.6|chìa khóa|mật khẩu
🗝️|0.7|chìa khóa cũ|đầu mối
🔨|0.6|búa|dụng cụ|sửa chữa
🪓|12|rìu|bổ|bổ đôi|chém|chặt|gỗ|rìu nhỏ
⛏️|0.7|búa chim|dụng cụ|khai mỏ
⚒️|1|búa và búa chim|dụng cụ
🛠️|0.7|búa và cờ lê|chìa vặn|dụng cụ
🗡️|0.7|dao găm|nguy hiểm|vũ khí
⚔️|1|kiếm bắt chéo|vũ khí
💣|0.6|bom|hài hước|nguy hiểm|nổ
🪃|13|bumơrang|australia|boomerang|bật lại|dội lại|thổ dân|vũ khí
🏹|1|cung tên|cung hoàng đạo|cung thủ|mũi tên|nhân mã
🛡️|0.7|cái khiên|vũ khí
🪚|13|cưa mộc|cắt|dụng cụ|gỗ xẻ|thợ mộc
🔧|0.6|cờ lê|chìa vặn|dụng cụ
🪛|13|tua vít|bắt vít|dụng cụ|đầu phẳng
🔩|0.6|đai ốc và bu lông|dụng cụ
⚙️|1|bánh răng|dụng cụ
🗜️|0.7|cái kẹp|cặp|dụng cụ|nén
⚖️|1|cân thăng bằng|cung hoàng đạo|công lý|thiên bình
🦯|12|gậy dò đường|hỗ trợ tiếp cận|khiếm thị|mù
🔗|0.6|mắt xích
⛓️‍💥|15.1|xích bị đứt|bẻ gãy|còng tay|làm đứt|tự do
⛓️|0.7|dây xích
🪝|13|móc|bẫy|bắt|cái móc|điểm bán hàng|đường cong
🧰|11|hộp dụng cụ|cơ khí|hòm|thợ máy
🧲|11|nam châm|chữ u|móng ngựa|sức hút|từ tính|âm dương
🪜|13|thang|bậc thang|leo trèo|nấc
🪏|16|xẻng|lỗ|thuổng|xúc|đào
⚗️|1|bình chưng cất|dụng cụ|hóa học
🧪|11|ống nghiệm|hóa học|khoa học|nhà hóa học|phòng thí nghiệm|thí nghiệm
🧫|11|đĩa petri|nhà sinh vật học|nuôi cấy|phòng thí nghiệm|sinh vật học|vi khuẩn
🧬|11|adn|di truyền|gien|nhà sinh vật học|sự sống|tiến hóa
🔬|1|kính hiển vi|dụng cụ|khoa học|kính hiển vị|thí nghiệm
🔭|1|kính viễn vọng|dụng cụ|khoa học
📡|0.6|ăng-ten vệ tinh|đĩa
💉|0.6|ống tiêm|bệnh|kim|thuốc|vắc-xin
🩸|12|giọt máu|chu kỳ kinh nguyệt|chấn thương|hiến máu|thuốc|y tế
💊|0.6|viên thuốc|bác sĩ|bệnh|vitamin
🩹|12|băng dính|băng dán y tế|băng vết thương
🩼|14|nạng|gậy|gậy chống|hỗ trợ di chuyển|khuyết tật|đau
🩺|12|ống nghe|bác sĩ|tim|y tế
🩻|14|x-quang|bác sĩ|bộ xương|xương|y tế
🚪|0.6|cửa|cửa sau|cửa trước
🛗|13|thang máy|khả năng tiếp cận|kéo lên|nhấc
🪞|13|gương|gương phản xạ|phản chiếu|phản xạ|phản ánh|trang điểm
🪟|13|cửa sổ|khung|không khí trong lành|mở|trong suốt|xem
🛏️|0.7|giường|khách sạn|ngủ
🛋️|0.7|ghế dài và đèn|khách sạn|đi văng
🪑|12|ghế|chỗ ngồi|ngồi
🚽|0.6|bồn cầu|bệ xí
🪠|13|dụng cụ thông tắc|hút|lực cốc|nhà vệ sinh|thợ sửa ống nước
🚿|1|vòi hoa sen|nước
🛁|1|bồn tắm
🪤|13|bẫy chuột|bẩy|mồi|pho mát
🪒|12|dao cạo|cạo râu|dao cạo râu|sắc
🧴|11|chai sữa dưỡng da|dầu gội|kem chống nắng|kem dưỡng ẩm
🧷|11|ghim băng|chất thải|tã
🧹|11|cây chổi|làm sạch|phù thủy|quét|quét dọn
🧺|11|cái giỏ|dã ngoại|giặt ủi|trồng trọt
🧻|11|cuộn giấy|giấy toilet|giấy vệ sinh
🪣|13|xô|thùng|thùng to
🧼|11|xà phòng|bánh|tắm|vệ sinh|xà phòng bánh|xát xà phòng
🫧|14|bong bóng|dưới nước|sạch sẽ|xà phòng|ợ hơi
🪥|13|bàn chải răng|nha khoa|phòng tắm|sạch sẽ|vệ sinh
🧽|11|bọt biển|hút|hấp thụ|làm sạch|vệ sinh|xốp
🧯|11|bình chữa cháy|cứu hỏa|dập|dập tắt|lửa
🛒|3|xe mua hàng|xe đẩy
🚬|0.6|thuốc lá|hút thuốc
⚰️|1|quan tài|cái chết
🪦|13|bia mộ|an nghỉ|nghĩa trang|nghĩa địa
⚱️|1|bình đựng tro cốt|bình đựng di cốt|cái chết|tang lễ
🧿|11|bùa may mắn nazar|hạt|mê hoặc|mắt ác|nhìn
🪬|14|hamsa|bùa hộ mệnh|fatima|mary|miriam|sự bảo vệ|tay
🗿|0.6|tượng moai|bức tượng|khuôn mặt|tượng moyai
🪧|13|bảng hiệu|biển hiệu|cọc|phản đối|thông báo|thẻ|thể hiện
🪪|14|thẻ nhận dạng|bảo mật|cccd|chứng minh nhân dân|cmnd|căn cước công dân|giấy phép

🏧|0.6|ký hiệu ATM|máy rút tiền|ngân hàng|tự động
🚮|1|ký hiệu bỏ rác vào thùng|thùng rác|xả rác
🚰|1|nước uống|uống được
♿|0.6|biểu tượng xe lăn|lối vào|người khuyết tật
🚹|0.6|nhà vệ sinh nam|phòng vệ sinh|wc
🚺|0.6|nhà vệ sinh nữ|phòng vệ sinh|wc
🚻|0.6|nhà vệ sinh|phòng vệ sinh|wc
🚼|0.6|biểu tượng trẻ em|thay đồ
🚾|0.6|WC|nhà vệ sinh|nước|phòng vệ sinh
🛂|1|kiểm soát hộ chiếu
🛃|1|hải quan
🛄|1|nơi nhận hành lý
🛅|1|hành lý bỏ quên|tủ khóa
⚠️|0.6|cảnh báo|thận trọng
🚸|1|qua đường cho trẻ em|cho người đi bộ|giao thông|đi qua
⛔|0.6|cấm vào|giao thông|không cho phép|lối vào
🚫|0.6|bị cấm|không|không có|lối vào
🚳|1|cấm xe đạp|bị cấm|bị nghiêm cấm|không
🚭|0.6|cấm hút thuốc|bị cấm|bị nghiêm cấm|không
🚯|1|cấm xả rác|bị cấm|bị nghiêm cấm|không
🚱|1|nước không uống được|không dùng để uống
🚷|1|cấm người đi bộ|không|không cho phép|không có
📵|1|cấm điện thoại di động|không
🔞|0.6|cấm người dưới 18 tuổi|giới hạn độ tuổi|mười tám|vị thành niên
☢️|1|phóng xạ|ký hiệu
☣️|1|nguy hiểm sinh học|ký hiệu
⬆️|0.6|mũi tên lên|bắc|chính|hướng
↗️|0.6|mũi tên lên bên phải|hướng|nhiều hướng|đông bắc
➡️|0.6|mũi tên phải|chính|hướng|đông
↘️|0.6|mũi tên xuống bên phải|hướng|nhiều hướng|đông nam
⬇️|0.6|mũi tên xuống|chính|hướng|nam
↙️|0.6|mũi tên xuống bên trái|hướng|nhiều hướng|tây nam
⬅️|0.6|mũi tên trái|chiều hướng|chính|hướng tây|tây
↖️|0.6|mũi tên lên bên trái|hướng|nhiều hướng|tây bắc
↕️|0.6|mũi tên lên xuống|mũi tên hai chiều|mũi tên hai hướng
↔️|0.6|mũi tên trái phải|mũi tên hai chiều|mũi tên hai hướng
↩️|0.6|mũi tên phải cong sang trái
↪️|0.6|mũi tên trái cong sang phải
⤴️|0.6|mũi tên phải cong lên
⤵️|0.6|mũi tên phải cong xuống
🔃|0.6|mũi tên thẳng đứng theo chiều kim đồng hồ|tải lại
🔄|1|nút mũi tên ngược chiều kim đồng hồ|làm mới|tua lại
🔙|0.6|mũi tên BACK
🔚|0.6|mũi tên END
🔛|0.6|mũi tên ON!|dấu
🔜|0.6|mũi tên SOON
🔝|0.6|mũi tên TOP|lên
🛐|1|nơi thờ phụng|tôn giáo|tôn sùng
⚛️|1|biểu tượng nguyên tử|người vô thần
🕉️|0.7|om|hindu|tôn giáo
✡️|0.7|ngôi sao sáu cánh|david|do thái|người do thái|tôn giáo
☸️|0.7|pháp luân|bánh xe|phật giáo|tôn giáo|đạo phật
☯️|0.7|âm dương|người theo đạo|tôn giáo|đạo
✝️|0.7|thánh giá la-tinh|chữ thập|cơ đốc|tôn giáo
☦️|1|thập giá chính thống giáo|cơ đốc|tôn giáo
☪️|0.7|sao và trăng lưỡi liềm|hồi giáo|người theo đạo hồi|tôn giáo
☮️|1|biểu tượng hòa bình
🕎|1|cây đèn menorah|cây đèn nến|giá đỡ nến|tôn giáo
🔯|0.6|ngôi sao sáu cánh có dấu chấm|may mắn
🪯|15|biểu tượng khanda|deg tegh fateh|khalsa|sikh|sikh giáo|tôn giáo|đức tin
♈|0.6|Bạch Dương|chòm sao|chòm sao bạch dương|cung hoàng đạo|cừu đực|lá số tử vi
♉|0.6|Kim Ngưu|bò đực|chòm sao|cung hoàng đạo|lá số tử vi
♊|0.6|Song Tử|cung hoàng đạo|lá số tử vi|song sinh
♋|0.6|Cự Giải|con cua|cung hoàng đạo|lá số tử vi
♌|0.6|Sư Tử|cung hoàng đạo|lá số tử vi
♍|0.6|Xử Nữ|cung hoàng đạo|lá số tử vi
♎|0.6|Thiên Bình|cung hoàng đạo|cân|cân đối|công bằng|lá số tử vi
♏|0.6|Bọ Cạp|cung bọ cạp|cung hoàng đạo|lá số tử vi|thiên yết
♐|0.6|Nhân Mã|cung hoàng đạo|lá số tử vi|người bắn cung
♑|0.6|Ma Kết|con dê|cung hoàng đạo|lá số tử vi
♒|0.6|Bảo Bình|cung hoàng đạo|lá số tử vi|người mang|nước
♓|0.6|Song Ngư|con cá|cung hoàng đạo|lá số tử vi
⛎|0.6|Xà Phu|con rắn|cung hoàng đạo|người mang|rắn
🔀|1|nút xáo trộn bài|bắt chéo|mũi tên
🔁|1|nút lặp lại|chiều kim đồng hồ|mũi tên
🔂|1|nút lặp lại một lần|chiều kim đồng hồ|mũi tên
▶️|0.6|nút phát|bên phải|mũi tên|tam giác
⏩|0.6|nút tua đi nhanh|kép|mũi tên|mũi tên kép|phía trước
⏭️|0.7|nút bài tiếp theo|cảnh tiếp theo|mũi tên|tam giác
⏯️|1|nút phát hoặc tạm dừng|bên phải|mũi tên|tam giác
◀️|0.6|nút tua lại|mũi tên|tam giác|trái
⏪|0.6|nút tua lại nhanh|kép|mũi tên|mũi tên kép
⏮️|0.7|nút bài trước|cảnh trước|mũi tên|nút bài cuối cùng|tam giác
🔼|0.6|nút đi lên|mũi tên|đỏ
⏫|0.6|nút lên nhanh|kép|mũi tên|mũi tên kép
🔽|0.6|nút đi xuống|mũi tên|đỏ
⏬|0.6|nút xuống nhanh|kép|mũi tên|mũi tên kép
⏸️|0.7|nút tạm dừng|dọc|kép|thanh
⏹️|0.7|nút dừng|hình vuông
⏺️|0.7|nút ghi|ghi lại|hình tròn
⏏️|1|nút tháo
🎦|0.6|rạp chiếu phim|bộ phim|máy quay|máy ảnh|phim ảnh
🔅|1|nút mờ|thấp|độ sáng
🔆|1|nút sáng|độ sáng
📶|0.6|vạch ăng-ten|di động|điện thoại
🛜|15|không dây|băng thông rộng|bộ định tuyến|hotspot|internet|kết nối|máy tính|mạng|mạng lan|wifi|điện thoại thông minh
📳|0.6|chế độ rung|di động|điện thoại|điện thoại di động
📴|0.6|tắt điện thoại di động
♀️|4|ký hiệu nữ|phụ nữ
♂️|4|ký hiệu nam|đàn ông
⚧️|13|biểu tượng chuyển giới|người chuyển giới
✖️|0.6|dấu nhân|hủy|x|×
➕|0.6|cộng|+|dấu|toán
➖|0.6|trừ|-|dấu|toán|−
➗|0.6|dấu chia|toán|÷
🟰|14|dấu bằng đậm|toán
♾️|11|vô cực|mãi mãi|toàn cầu|vô tận
‼️|0.6|hai dấu chấm than|chấm câu
⁉️|0.6|dấu chấm than và dấu chấm hỏi|chấm câu
❓|0.6|dấu chấm hỏi|chấm câu
❔|0.6|dấu chấm hỏi màu trắng|chấm câu|dấu hỏi|mờ
❕|0.6|dấu chấm than màu trắng|cảm thán|mờ
❗|0.6|dấu chấm than đỏ|!|cảm thán
〰️|0.6|dấu gạch ngang lượn sóng
💱|0.6|đổi tiền|ngân hàng|tiền tệ
💲|0.6|ký hiệu đô la đậm|tiền|tiền tệ
⚕️|4|biểu tượng y tế|cán bộ|rắn thần|y học
♻️|0.6|biểu tượng tái chế
⚜️|1|hoa diên vĩ|hiệp sĩ|hoa bách hợp
🔱|0.6|biểu tượng đinh ba|công cụ|neo|tàu
📛|0.6|thẻ tên
🔰|0.6|ký hiệu của Nhật cho người mới bắt đầu|hình v|lá
⭕|0.6|vòng tròn lớn đậm|o
✅|0.6|dấu chọn đậm màu trắng|dấu tích|nút|✓
☑️|0.6|hộp kiểm có dấu chọn|dấu tích|hoàn thành|✓
✔️|0.6|dấu chọn|dấu kiểm|dấu tích|✓
❌|0.6|dấu gạch chéo|hủy|nhân|x
❎|0.6|nút dấu gạch chéo|dấu nhân|hình vuông
➰|0.6|vòng lặp|cong
➿|1|vòng lặp đôi|cong|kép|vòng lặp kép
〽️|0.6|ký hiệu thay đổi luân phiên
✳️|0.6|dấu hoa thị tám cánh
✴️|0.6|ngôi sao tám cánh
❇️|0.6|lấp lánh
©️|0.6|bản quyền
®️|0.6|đã đăng ký
™️|0.6|nhãn hiệu|dấu|tm
🫟|16|bắn tung tóe|ngày lễ|sơn|tràn|vết ố
#️⃣|0.6|mũ phím: #
*️⃣|2|mũ phím: *
0️⃣|0.6|mũ phím: 0|không
1️⃣|0.6|mũ phím: 1|một
2️⃣|0.6|mũ phím: 2|hai
3️⃣|0.6|mũ phím: 3|ba
4️⃣|0.6|mũ phím: 4|bốn
5️⃣|0.6|mũ phím: 5|năm
6️⃣|0.6|mũ phím: 6|sáu
7️⃣|0.6|mũ phím: 7|bảy
8️⃣|0.6|mũ phím: 8|tám
9️⃣|0.6|mũ phím: 9|chín
🔟|0.6|mũ phím: 10
🔠|0.6|nhập chữ hoa la tinh|abcd
🔡|0.6|nhập chữ thường la tinh|abcd
🔢|0.6|nhập số|1234
🔣|0.6|nhập biểu tượng|〒♪&%
🔤|0.6|nhập chữ cái la tinh|abc|bảng chữ cái
🅰️|0.6|nút A (nhóm máu)|nhóm máu a
🆎|0.6|nút AB (nhóm máu)|nhóm máu ab
🅱️|0.6|nút B (nhóm máu)|nhóm máu b
🆑|0.6|nút CL
🆒|0.6|nút COOL|mát
🆓|0.6|nút FREE
ℹ️|0.6|thông tin
🆔|0.6|nút ID|danh tính
Ⓜ️|0.6|chữ M trong vòng tròn
🆕|0.6|nút NEW|mới
🆖|0.6|nút NG
🅾️|0.6|nút O (nhóm máu)|nhóm máu o
🆗|0.6|nút OK
🅿️|0.6|nút P|đỗ xe
🆘|0.6|nút SOS|trợ giúp
🆙|0.6|nút UP!|dấu
🆚|0.6|nút VS|đấu với
🈁|0.6|nút Tiếng Nhật “tại đây”|katakana
🈂️|0.6|nút Tiếng Nhật “phí dịch vụ”|katakana
🈷️|0.6|nút Tiếng Nhật “số tiền hàng tháng”|chữ tượng hình
🈶|0.6|nút Tiếng Nhật “không miễn phí”|chữ tượng hình
🈯|0.6|nút Tiếng Nhật “đặt trước”|chữ tượng hình
🉐|0.6|nút Tiếng Nhật “mặc cả”|chữ tượng hình
🈹|0.6|nút Tiếng Nhật “giảm giá”|chữ tượng hình
🈚|0.6|nút Tiếng Nhật “miễn phí”|chữ tượng hình
🈲|0.6|nút Tiếng Nhật “bị cấm”|chữ tượng hình
🉑|0.6|nút Tiếng Nhật “có thể chấp nhận”|chữ tượng hình
🈸|0.6|nút Tiếng Nhật “đơn xin”|chữ tượng hình
🈴|0.6|nút Tiếng Nhật “vượt cấp”|chữ tượng hình
🈳|0.6|nút Tiếng Nhật “còn trống”|chữ tượng hình
㊗️|0.6|nút Tiếng Nhật “chúc mừng”|"chúc mừng" bằng tiếng nhật|chữ tượng hình
㊙️|0.6|nút Tiếng Nhật “bí mật”|chữ tượng hình|nút "bí mật" tiếng nhật
🈺|0.6|nút Tiếng Nhật “mở cửa kinh doanh”|chữ tượng hình
🈵|0.6|nút "hết phòng" bằng tiếng Nhật|chữ tượng hình|nút tiếng nhật “hết phòng”|“hết phòng”
🔴|0.6|hình tròn màu đỏ|hình học
🟠|12|hình tròn màu cam|da cam|vòng tròn
🟡|12|hình tròn màu vàng|vòng tròn
🟢|12|hình tròn màu xanh lá cây|vòng tròn|xanh lục
🔵|0.6|hình tròn màu lam|hình học
🟣|12|hình tròn màu tím|tía|vòng tròn
🟤|12|hình tròn màu nâu|vòng tròn
⚫|0.6|hình tròn màu đen|hình học
⚪|0.6|hình tròn màu trắng|hình học
🟥|12|hình vuông màu đỏ|ô vuông
🟧|12|hình vuông màu cam|da cam|ô vuông
🟨|12|hình vuông màu vàng|ô vuông
🟩|12|hình vuông màu xanh lá cây|xanh lục|ô vuông
🟦|12|hình vuông màu xanh da trời|màu lam|ô vuông
🟪|12|hình vuông màu tím|màu tía|ô vuông
🟫|12|hình vuông màu nâu|ô vuông
⬛|0.6|hình vuông lớn màu đen|hình học
⬜|0.6|hình vuông lớn màu trắng|hình học
◼️|0.6|hình vuông trung bình màu đen|hình học
◻️|0.6|hình vuông trung bình màu trắng|hình học
◾|0.6|hình vuông nhỏ vừa màu đen|hình học
◽|0.6|hình vuông nhỏ vừa màu trắng|hình học
▪️|0.6|hình vuông nhỏ màu đen|hình học|hình màu đen|hình vuông màu đen
▫️|0.6|hình vuông nhỏ màu trắng|hình học|hình màu trắng|hình vuông màu trắng
🔶|0.6|hình thoi lớn màu cam|hình học
🔷|0.6|hình thoi lớn màu lam|hình học
🔸|0.6|hình thoi nhỏ màu cam|hình học
🔹|0.6|hình thoi nhỏ màu lam|hình học
🔺|0.6|tam giác màu đỏ trỏ lên trên|hình học
🔻|0.6|tam giác màu đỏ trỏ xuống dưới|hình học
💠|0.6|hình thoi có dấu chấm|bên trong|hài hước|hình học|hình thoi có chấm
🔘|0.6|nút radio|hình học
🔳|0.6|nút hình vuông màu trắng|hình học|mờ
🔲|0.6|nút hình vuông màu đen|hình học

🏁|0.6|cờ ô vuông|ca rô|chiến thắng|cuộc đua|thể thao
🚩|0.6|cờ tam giác|xây dựng|đánh dấu
🎌|0.6|cờ bắt chéo|gạch chéo|kiểu nhật bản|lễ kỷ niệm
🏴|1|cờ đen|vẫy
🏳️|0.7|cờ trắng|vẫy
🏳️‍🌈|4|cờ cầu vồng|chuyển giới|song tính|đồng tính
🏳️‍⚧️|13|cờ màu xanh, hồng và trắng|người chuyển giới
🏴‍☠️|11|cờ cướp biển|cướp bóc|hải tặc|jolly roger|kho báu
🇦🇨|2|cờ: Đảo Ascension|AC
🇦🇩|2|cờ: Andorra|AD
🇦🇪|2|cờ: Các Tiểu Vương quốc Ả Rập Thống nhất|AE
🇦🇫|2|cờ: Afghanistan
🇦🇬|2|cờ: Antigua và Barbuda|AG
🇦🇮|2|cờ: Anguilla|AI
🇦🇱|2|cờ: Albania
🇦🇲|2|cờ: Armenia|AM
🇦🇴|2|cờ: Angola|AO
🇦🇶|2|cờ: Nam Cực|AQ
🇦🇷|2|cờ: Argentina
🇦🇸|2|cờ: Samoa thuộc Mỹ|AS
🇦🇹|2|cờ: Áo|AT
🇦🇺|2|cờ: Úc|AU
🇦🇼|2|cờ: Aruba|AW
🇦🇽|2|cờ: Quần đảo Åland|AX
🇦🇿|2|cờ: Azerbaijan
🇧🇦|2|cờ: Bosnia và Herzegovina|BA
🇧🇧|2|cờ: Barbados|BB
🇧🇩|2|cờ: Bangladesh|BD
🇧🇪|2|cờ: Bỉ|BE
🇧🇫|2|cờ: Burkina Faso|BF
🇧🇬|2|cờ: Bulgaria|BG
🇧🇭|2|cờ: Bahrain|BH
🇧🇮|2|cờ: Burundi|BI
🇧🇯|2|cờ: Benin|BJ
🇧🇱|2|cờ: St. Barthélemy|BL
🇧🇲|2|cờ: Bermuda|BM
🇧🇳|2|cờ: Brunei|BN
🇧🇴|2|cờ: Bolivia
🇧🇶|2|cờ: Ca-ri-bê Hà Lan|BQ
🇧🇷|2|cờ: Brazil
🇧🇸|2|cờ: Bahamas|BS
🇧🇹|2|cờ: Bhutan|BT
🇧🇻|2|cờ: Đảo Bouvet|BV
🇧🇼|2|cờ: Botswana|BW
🇧🇾|2|cờ: Belarus|BY
🇧🇿|2|cờ: Belize|BZ
🇨🇦|2|cờ: Canada
🇨🇨|2|cờ: Quần đảo Cocos (Keeling)|CC
🇨🇩|2|cờ: Congo - Kinshasa|CD
🇨🇫|2|cờ: Cộng hòa Trung Phi|CF
🇨🇬|2|cờ: Congo - Brazzaville|CG
🇨🇭|2|cờ: Thụy Sĩ|CH
🇨🇮|2|cờ: Côte d’Ivoire|CI
🇨🇰|2|cờ: Quần đảo Cook|CK
🇨🇱|2|cờ: Chile|CL
🇨🇲|2|cờ: Cameroon|CM
🇨🇳|0.6|cờ: Trung Quốc|CN
🇨🇴|2|cờ: Colombia
🇨🇵|2|cờ: Đảo Clipperton|CP
🇨🇶|16|cờ: Sark|CQ
🇨🇷|2|cờ: Costa Rica|CR
🇨🇺|2|cờ: Cuba
🇨🇻|2|cờ: Cape Verde|CV
🇨🇼|2|cờ: Curaçao|CW
🇨🇽|2|cờ: Đảo Giáng Sinh|CX
🇨🇾|2|cờ: Síp|CY
🇨🇿|2|cờ: Séc|CZ
🇩🇪|0.6|cờ: Đức|DE
🇩🇬|2|cờ: Diego Garcia|DG
🇩🇯|2|cờ: Djibouti
🇩🇰|2|cờ: Đan Mạch|DK
🇩🇲|2|cờ: Dominica|DM
🇩🇴|2|cờ: Cộng hòa Dominica
🇩🇿|2|cờ: Algeria|DZ
🇪🇦|2|cờ: Ceuta và Melilla|EA
🇪🇨|2|cờ: Ecuador
🇪🇪|2|cờ: Estonia|EE
🇪🇬|2|cờ: Ai Cập|EG
🇪🇭|2|cờ: Tây Sahara|EH
🇪🇷|2|cờ: Eritrea
🇪🇸|0.6|cờ: Tây Ban Nha|ES
🇪🇹|2|cờ: Ethiopia
🇪🇺|2|cờ: Liên Minh Châu Âu|EU
🇫🇮|2|cờ: Phần Lan|FI
🇫🇯|2|cờ: Fiji|FJ
🇫🇰|2|cờ: Quần đảo Falkland|FK
🇫🇲|2|cờ: Micronesia|FM
🇫🇴|2|cờ: Quần đảo Faroe|FO
🇫🇷|0.6|cờ: Pháp|FR
🇬🇦|2|cờ: Gabon
🇬🇧|0.6|cờ: Vương quốc Anh|GB
🇬🇩|2|cờ: Grenada|GD
🇬🇪|2|cờ: Georgia
🇬🇫|2|cờ: Guiana thuộc Pháp|GF
🇬🇬|2|cờ: Guernsey|GG
🇬🇭|2|cờ: Ghana
🇬🇮|2|cờ: Gibraltar
🇬🇱|2|cờ: Greenland|GL
🇬🇲|2|cờ: Gambia|GM
🇬🇳|2|cờ: Guinea|GN
🇬🇵|2|cờ: Guadeloupe|GP
🇬🇶|2|cờ: Guinea Xích Đạo|GQ
🇬🇷|2|cờ: Hy Lạp|GR
🇬🇸|2|cờ: Nam Georgia & Quần đảo Nam Sandwich|GS
🇬🇹|2|cờ: Guatemala|GT
🇬🇺|2|cờ: Guam
🇬🇼|2|cờ: Guinea-Bissau|GW
🇬🇾|2|cờ: Guyana|GY
🇭🇰|2|cờ: Đặc khu Hành chính Hồng Kông, Trung Quốc|HK
🇭🇲|2|cờ: Quần đảo Heard và McDonald|HM
🇭🇳|2|cờ: Honduras|HN
🇭🇷|2|cờ: Croatia|HR
🇭🇹|2|cờ: Haiti|HT
🇭🇺|2|cờ: Hungary
🇮🇨|2|cờ: Quần đảo Canary|IC
🇮🇩|2|cờ: Indonesia|ID
🇮🇪|2|cờ: Ireland|IE
🇮🇱|2|cờ: Israel|IL
🇮🇲|2|cờ: Đảo Man|IM
🇮🇳|2|cờ: Ấn Độ|IN
🇮🇴|2|cờ: Lãnh thổ Ấn Độ Dương thuộc Anh|IO
🇮🇶|2|cờ: Iraq|IQ
🇮🇷|2|cờ: Iran
🇮🇸|2|cờ: Iceland|IS
🇮🇹|0.6|cờ: Italy
🇯🇪|2|cờ: Jersey
🇯🇲|2|cờ: Jamaica|JM
🇯🇴|2|cờ: Jordan
🇯🇵|0.6|cờ: Nhật Bản|JP
🇰🇪|2|cờ: Kenya
🇰🇬|2|cờ: Kyrgyzstan|KG
🇰🇭|2|cờ: Campuchia|KH
🇰🇮|2|cờ: Kiribati
🇰🇲|2|cờ: Comoros|KM
🇰🇳|2|cờ: St. Kitts và Nevis|KN
🇰🇵|2|cờ: Triều Tiên|KP
🇰🇷|0.6|cờ: Hàn Quốc|KR
🇰🇼|2|cờ: Kuwait|KW
🇰🇾|2|cờ: Quần đảo Cayman|KY
🇰🇿|2|cờ: Kazakhstan|KZ
🇱🇦|2|cờ: Lào|LA
🇱🇧|2|cờ: Li-băng|LB
🇱🇨|2|cờ: St. Lucia|LC
🇱🇮|2|cờ: Liechtenstein
🇱🇰|2|cờ: Sri Lanka|LK
🇱🇷|2|cờ: Liberia|LR
🇱🇸|2|cờ: Lesotho|LS
🇱🇹|2|cờ: Litva|LT
🇱🇺|2|cờ: Luxembourg
🇱🇻|2|cờ: Latvia|LV
🇱🇾|2|cờ: Libya|LY
🇲🇦|2|cờ: Ma-rốc
🇲🇨|2|cờ: Monaco|MC
🇲🇩|2|cờ: Moldova|MD
🇲🇪|2|cờ: Montenegro|ME
🇲🇫|2|cờ: St. Martin|MF
🇲🇬|2|cờ: Madagascar|MG
🇲🇭|2|cờ: Quần đảo Marshall|MH
🇲🇰|2|cờ: Bắc Macedonia|MK
🇲🇱|2|cờ: Mali|ML
🇲🇲|2|cờ: Myanmar (Miến Điện)|MM
🇲🇳|2|cờ: Mông Cổ|MN
🇲🇴|2|cờ: Đặc khu Hành chính Macao, Trung Quốc|MO
🇲🇵|2|cờ: Quần đảo Bắc Mariana|MP
🇲🇶|2|cờ: Martinique|MQ
🇲🇷|2|cờ: Mauritania|MR
🇲🇸|2|cờ: Montserrat|MS
🇲🇹|2|cờ: Malta|MT
🇲🇺|2|cờ: Mauritius|MU
🇲🇻|2|cờ: Maldives|MV
🇲🇼|2|cờ: Malawi|MW
🇲🇽|2|cờ: Mexico|MX
🇲🇾|2|cờ: Malaysia|MY
🇲🇿|2|cờ: Mozambique|MZ
🇳🇦|2|cờ: Namibia
🇳🇨|2|cờ: New Caledonia|NC
🇳🇪|2|cờ: Niger|NE
🇳🇫|2|cờ: Đảo Norfolk|NF
🇳🇬|2|cờ: Nigeria|NG
🇳🇮|2|cờ: Nicaragua
🇳🇱|2|cờ: Hà Lan|NL
🇳🇴|2|cờ: Na Uy|NO
🇳🇵|2|cờ: Nepal|NP
🇳🇷|2|cờ: Nauru|NR
🇳🇺|2|cờ: Niue|NU
🇳🇿|2|cờ: New Zealand|NZ
🇴🇲|2|cờ: Oman
🇵🇦|2|cờ: Panama
🇵🇪|2|cờ: Peru
🇵🇫|2|cờ: Polynesia thuộc Pháp|PF
🇵🇬|2|cờ: Papua New Guinea|PG
🇵🇭|2|cờ: Philippines
🇵🇰|2|cờ: Pakistan|PK
🇵🇱|2|cờ: Ba Lan|PL
🇵🇲|2|cờ: Saint Pierre và Miquelon|PM
🇵🇳|2|cờ: Quần đảo Pitcairn|PN
🇵🇷|2|cờ: Puerto Rico|PR
🇵🇸|2|cờ: Lãnh thổ Palestine|PS
🇵🇹|2|cờ: Bồ Đào Nha|PT
🇵🇼|2|cờ: Palau|PW
🇵🇾|2|cờ: Paraguay|PY
🇶🇦|2|cờ: Qatar
🇷🇪|2|cờ: Réunion|RE
🇷🇴|2|cờ: Romania
🇷🇸|2|cờ: Serbia|RS
🇷🇺|0.6|cờ: Nga|RU
🇷🇼|2|cờ: Rwanda
🇸🇦|2|cờ: Ả Rập Xê-út|SA
🇸🇧|2|cờ: Quần đảo Solomon|SB
🇸🇨|2|cờ: Seychelles|SC
🇸🇩|2|cờ: Sudan|SD
🇸🇪|2|cờ: Thụy Điển|SE
🇸🇬|2|cờ: Singapore|SG
🇸🇭|2|cờ: St. Helena|SH
🇸🇮|2|cờ: Slovenia|SI
🇸🇯|2|cờ: Svalbard và Jan Mayen|SJ
🇸🇰|2|cờ: Slovakia|SK
🇸🇱|2|cờ: Sierra Leone|SL
🇸🇲|2|cờ: San Marino|SM
🇸🇳|2|cờ: Senegal|SN
🇸🇴|2|cờ: Somalia
🇸🇷|2|cờ: Suriname|SR
🇸🇸|2|cờ: Nam Sudan|SS
🇸🇹|2|cờ: São Tomé và Príncipe|ST
🇸🇻|2|cờ: El Salvador|SV
🇸🇽|2|cờ: Sint Maarten|SX
🇸🇾|2|cờ: Syria
🇸🇿|2|cờ: Eswatini|SZ
🇹🇦|2|cờ: Tristan da Cunha
🇹🇨|2|cờ: Quần đảo Turks và Caicos|TC
🇹🇩|2|cờ: Chad|TD
🇹🇫|2|cờ: Lãnh thổ phía Nam Thuộc Pháp|TF
🇹🇬|2|cờ: Togo|TG
🇹🇭|2|cờ: Thái Lan
🇹🇯|2|cờ: Tajikistan|TJ
🇹🇰|2|cờ: Tokelau|TK
🇹🇱|2|cờ: Timor-Leste|TL
🇹🇲|2|cờ: Turkmenistan|TM
🇹🇳|2|cờ: Tunisia|TN
🇹🇴|2|cờ: Tonga
🇹🇷|2|cờ: Thổ Nhĩ Kỳ|TR
🇹🇹|2|cờ: Trinidad và Tobago|TT
🇹🇻|2|cờ: Tuvalu|TV
🇹🇼|2|cờ: Đài Loan|TW
🇹🇿|2|cờ: Tanzania|TZ
🇺🇦|2|cờ: Ukraina|UA
🇺🇬|2|cờ: Uganda
🇺🇲|2|cờ: Các tiểu đảo xa của Hoa Kỳ|UM
🇺🇳|4|cờ: Liên hợp quốc|UN
🇺🇸|0.6|cờ: Hoa Kỳ|US
🇺🇾|2|cờ: Uruguay|UY
🇺🇿|2|cờ: Uzbekistan
🇻🇦|2|cờ: Thành Vatican
🇻🇨|2|cờ: St. Vincent và Grenadines|VC
🇻🇪|2|cờ: Venezuela
🇻🇬|2|cờ: Quần đảo Virgin thuộc Anh|VG
🇻🇮|2|cờ: Quần đảo Virgin thuộc Hoa Kỳ
🇻🇳|2|cờ: Việt Nam|VN
🇻🇺|2|cờ: Vanuatu|VU
🇼🇫|2|cờ: Wallis và Futuna|WF
🇼🇸|2|cờ: Samoa|WS
🇽🇰|2|cờ: Kosovo|XK
🇾🇪|2|cờ: Yemen
🇾🇹|2|cờ: Mayotte|YT
🇿🇦|2|cờ: Nam Phi|ZA
🇿🇲|2|cờ: Zambia|ZM
🇿🇼|2|cờ: Zimbabwe|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|cờ: Anh Quốc|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|cờ: Scotland|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|cờ: Xứ Wales|gbwls`;
