import type { Texts } from './en.ts'

export const ms: Texts = {
  'page.title': 'Keluar melalui panggilan sendiri',
  'page.lead':
    'Semak apa yang dibayar oleh akaun anda dan keluarkannya sendiri. Tidak perlu persetujuan atau pelayan kami: ia berfungsi walaupun projek ini tiada lagi.',
  'page.contacts': 'Halaman ini hanya menghubungi nod yang anda namakan di sini. Ia tidak menyimpan apa-apa.',
  'page.language': 'Bahasa',
  'form.rpc': 'Nod rantaian (RPC)',
  'form.rpcHint': 'Nod anda sendiri, atau mana-mana yang anda percaya bercakap benar.',
  'form.registry': 'Alamat daftar bukti',
  'form.registryHint':
    'Bandingkan dengan sumber yang anda percaya. Sesiapa yang memberi alamat palsu membawa anda ke kontrak palsu.',
  'form.file': 'Bukti (pilihan)',
  'form.fileHint':
    'Fail roots-….txt dari mana-mana cermin, atau bukti yang dieksport daripada aplikasi. Tanpanya anda masih boleh mengeluarkan deposit dan pindahan yang diterima.',
  'form.fileNone': 'Tiada fail dipilih',
  'form.fileChoose': 'Pilih fail',
  'form.fileRemove': 'Buang',
  'form.account': 'Alamat anda',
  'form.wallet': 'Guna {wallet}',
  'form.walletUnnamed': 'dompet dalam pelayar ini',
  'form.walletNone':
    'Tiada dompet ditemui dalam halaman ini. Anda masih boleh menyemak dan menghantar panggilan dengan program lain. Sambungan hanya melihat halaman dari cakera jika dibenarkan mengakses URL fail.',
  'form.check': 'Semak',
  'form.checking': 'Membaca rantaian…',
  'proof.file': 'Fail bukti {epoch}: {accounts} akaun, pada {time}',
  'proof.exported': 'Bukti {epoch} yang dieksport untuk {account}',
  'result.network': 'Rantaian {chain}, blok {block}, {time}',
  'result.final': 'Bukti {epoch} muktamad',
  'result.finalSince':
    'Disiarkan {posted}, disahkan mesin kedua {confirmed}, muktamad sejak {since}. Ia kekal sah.',
  'result.matches':
    'Apa yang anda muatkan sama dengan kontrak: cincangan dan jumlah {compared} daripada {count} buku dibandingkan, tiada yang berbeza.',
  'result.newer': 'Bukti {epoch} lebih baharu dan juga muktamad',
  'result.newerText':
    'Ia mungkin membayar lebih. Bukti lama ini kekal sah, dan anda boleh menuntut lagi dengan yang baharu kemudian.',
  'result.newerNone':
    'Dengan failnya, atau bukti yang anda eksport daripadanya, anda juga boleh menuntut perolehan sehingga masa itu.',
  'result.missing': 'Alamat ini tiada baris dalam fail',
  'result.missingText':
    'Hanya deposit dan pindahan yang diterima dikira. Jika ia memperoleh sesuatu sebelum {time}, ia telah ditinggalkan: tunjukkan fail ini kepada orang lain.',
  'result.none': 'Tanpa bukti',
  'result.noneText':
    'Yang ditunjukkan ialah deposit atau terimaan anda dan apa yang keluar, mengikut rantaian sahaja. Perolehan memerlukan bukti.',
  'result.nothing': 'Tiada apa untuk dituntut',
  'result.nothingText': 'Semua yang diberikan di sini telah keluar, atau memang tiada.',
  'result.refused':
    'Kontrak menolak buku ini kerana melebihi pegangan bilik kebal. Ia tidak dikira sebagai bukti.',
  'state.unposted': 'Bukti {epoch} tidak pernah disiarkan di rantaian ini',
  'state.unpostedText':
    'Betulkah rantaian dan daftarnya? Tanpa bukti yang disiarkan hanya deposit boleh keluar.',
  'state.void': 'Bukti {epoch} telah diveto atau diganti',
  'state.voidText': 'Ia tidak akan dikira. Muatkan bukti muktamad yang lebih lama, atau yang lebih baharu.',
  'state.unconfirmed': 'Bukti {epoch} belum disahkan',
  'state.unconfirmedText':
    'Disiarkan {posted}. Ia dikira tujuh hari selepas mesin kedua mengesahkannya. Sebelum itu muatkan bukti yang lebih lama.',
  'state.young': 'Bukti {epoch} belum muktamad',
  'state.youngText':
    'Disahkan {confirmed}, muktamad mulai {until}. Sebelum itu muatkan bukti yang lebih lama.',
  'lock.locked': 'Alamat ini mengunci tuntutannya sendiri',
  'lock.lockedText': 'Ia perlu membuka kunci dahulu, dan boleh menuntut tiga hari kemudian.',
  'lock.until': 'Tuntutan alamat ini dikunci hingga {until}',
  'lock.untilText':
    'Kuncinya telah dibuka: mulai ketika itu, kunci peribadinya sahaja cukup untuk menuntut semua di sini. Jika bukan anda, orang lain memiliki kunci peribadi itu: kunci semula sekarang. Setiap penguncian menghentikan pembukaan.',
  'lock.again': 'Kunci semula',
  'lock.done': 'Dikunci semula. Blok {block}.',
  'book.0': 'Akaun pelombong',
  'book.1': 'Akaun deflasi',
  'book.2': 'Akaun nod',
  'book.earned': 'Jumlah diperoleh (baris anda)',
  'book.credited': '+ didepositkan atau diterima',
  'book.free': 'Minimum, mengikut deposit anda',
  'book.left': '− sudah keluar',
  'book.claimable': 'Boleh dituntut sekarang',
  'book.whenOpen': 'Boleh dituntut selepas dibuka kunci',
  'book.withoutBurn': 'Bahagian tanpa bakaran',
  'book.burns': 'Bahagian yang dibakar',
  'book.kept': 'Bahagian yang kekal dalam kolam',
  'book.arrives': 'Ke dompet anda',
  'book.short':
    'Bilik kebal hanya memegang {held}. Siapa cepat dia dapat. Panggilan di bawah mengambil apa yang ada.',
  'claim.before':
    'Jika wangnya diperlukan, tuntutan menamatkan pakej akaun ini, yang matang paling lewat dahulu; pakej yang ditamatkan tiada pendapatan. Baucar yang belum digunakan menjadi tidak sah.',
  'claim.button': 'Tuntut {amount}',
  'claim.checking': 'Menyemak panggilan…',
  'claim.confirm': 'Sahkan dalam dompet anda…',
  'claim.sent': 'Dihantar. Menunggu rantaian…',
  'claim.done': '{amount} keluar dari bilik kebal. Blok {block}.',
  'claim.failed':
    'Rantaian menolak panggilan. Tiada apa keluar dari bilik kebal; yuran rangkaian telah digunakan.',
  'claim.pending': 'Belum dalam blok. Cari {hash}, atau semak semula selepas seminit.',
  'claim.otherwise': 'Hantar dengan program lain',
  'claim.otherwiseText':
    'Mana-mana program yang menghantar transaksi boleh digunakan. Hantar dari {account}, di rantaian {chain}, dengan nilai 0.',
  'claim.contract': 'Kontrak',
  'claim.data': 'Data panggilan',
  'claim.copy': 'Salin',
  'claim.copied': 'Disalin',
  'proves.title': 'Apa yang dibuktikan',
  'proves.line':
    'Baris anda sebahagian daripada pokok yang cincangan dan jumlahnya dipegang kontrak. Tiada siapa boleh mengurangkannya.',
  'proves.chain': 'Deposit anda dan apa yang keluar dikira oleh kontrak, bukan oleh kami.',
  'proves.call':
    'Kontrak membayar melalui panggilan anda sendiri. Jeda, had, kunci atau harga tidak menghalangnya.',
  'proves.notTitle': 'Apa yang tidak dibuktikan',
  'proves.notRecent': 'Perolehan selepas bukti diambil: kira-kira lapan hari terakhir.',
  'proves.notAll':
    'Bahawa setiap akaun lain ada dalam fail tanpa diubah. Sesiapa yang membandingkan dua fail akan nampak.',
  'proves.notEndpoint': 'Bahawa nod bercakap benar. Nod anda sendiri, ya.',
  'proves.notHeld': 'Bahawa bilik kebal mencukupi untuk semua: siapa cepat dia dapat.',
  'error.title': 'Tidak berjaya',
  'error.endpointWrong': 'Nod bukan alamat web. Ia bermula dengan https:// atau http://.',
  'error.unreachable':
    '{url} tidak menjawab. Adakah ia dalam talian, dan membenarkan panggilan dari halaman web? Tiada apa dihantar. Cuba nod lain.',
  'error.noNode': '{url} menjawab, tetapi bukan sebagai nod rantaian ({status}).',
  'error.nodeRefused': 'Nod menolak {method}: {said}',
  'error.registryWrong': 'Alamat daftar tidak betul.',
  'error.accountWrong': 'Alamat anda tidak betul: ia perlu 0x dan 40 aksara. Semak kesilapan taip.',
  'error.noRegistry': 'Tiada daftar bukti di {registry} pada rantaian {chain}. Betulkah rantaiannya?',
  'error.file': 'Fail ini bukan fail roots dan bukan bukti yang dieksport: {reason}',
  'error.fileChain': 'Fail untuk rantaian {file}, nod pada rantaian {chain}.',
  'error.fileRegistry': 'Fail untuk daftar {file}, bukan yang di atas.',
  'error.fileAccount': 'Bukti yang dieksport untuk {file}, bukan alamat di atas.',
  'error.fileDiffers':
    'Fail tidak sama dengan yang disiarkan: cincangan atau jumlah {book} berbeza. Jangan gunakannya; ambil bukti {epoch} dari cermin lain.',
  'error.noAccount': 'Dompet tidak menamakan akaun.',
  'error.rejected': 'Anda menolak dalam dompet. Tiada apa dihantar.',
  'error.wallet': 'Dompet menolak: {said}',
  'error.walletAccount':
    'Dompet menggunakan {chosen}. Pilih {account} di dalamnya: hanya akaun itu boleh menuntut.',
  'error.walletChain': 'Dompet berada di rangkaian lain. Tukar ke rantaian {chain}.',
  'error.noHash': 'Dompet tidak menamakan transaksi. Semak dalam dompet sama ada ia dihantar.',
  'error.reverted': 'Kontrak akan menolak: {name}. Tiada apa dihantar.',
  'error.unexpected': 'Ralat halaman ini: {said}',
}
