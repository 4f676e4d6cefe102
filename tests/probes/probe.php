#!/usr/bin/env php
<?php
// Library calls that a player may make; each says on a line of its own whether it worked.
set_error_handler(function ($number, $words) { throw new Exception($words); });
function t($name, $call) {
    try {
        if ($call() === false) throw new Exception('false');
        echo "$name ok\n";
    } catch (Throwable $e) {
        echo "$name FAILED ", str_replace("\n", ' ', substr($e->getMessage(), 0, 80)), "\n";
    }
}
foreach (['calendar', 'ctype', 'date', 'dom', 'FFI', 'fileinfo', 'filter', 'gettext', 'hash', 'iconv', 'json', 'libxml', 'mbstring', 'openssl', 'pcntl', 'pcre', 'PDO', 'Phar', 'posix', 'random', 'readline', 'Reflection', 'session', 'SimpleXML', 'sockets', 'sodium', 'SPL', 'standard', 'sysvsem', 'tokenizer', 'xml', 'zlib'] as $name)
    t("import.$name", fn() => extension_loaded($name));
t('user.pwd', fn() => posix_getpwuid(posix_getuid())['name']);
t('user.grp', fn() => posix_getgrgid(posix_getgid())['name']);
t('user.current', fn() => get_current_user());
t('user.id', fn() => getmyuid());
t('host.name', fn() => gethostname());
t('host.localhost', fn() => gethostbyname('localhost') == '127.0.0.1');
t('host.uname', fn() => php_uname('n'));
t('host.address', fn() => ip2long('127.0.0.1'));
t('zone.default', fn() => date_default_timezone_get());
t('zone.shanghai', fn() => (new DateTime('now', new DateTimeZone('Asia/Shanghai')))->getOffset() == 28800);
t('zone.all', fn() => count(timezone_identifiers_list()) > 300);
t('time.date', fn() => date('r'));
t('time.micro', fn() => microtime(true));
t('time.hr', fn() => hrtime(true));
t('time.sleep', fn() => usleep(10));
t('time.parse', fn() => strtotime('2020-01-02'));
t('time.local', fn() => localtime());
t('time.limit', fn() => set_time_limit(0));
t('random.rand', fn() => rand());
t('random.mt', fn() => mt_rand(0, 5) >= 0);
t('random.int', fn() => random_int(0, 5) >= 0);
t('random.bytes', fn() => random_bytes(8));
t('random.uniq', fn() => uniqid());
t('random.shuffle', function () { $a = [1, 2]; return shuffle($a); });
t('random.ssl', fn() => openssl_random_pseudo_bytes(8));
t('hash.md5', fn() => md5('a'));
t('hash.sha3', fn() => hash('sha3-256', 'a'));
t('hash.password', fn() => password_hash('a', PASSWORD_DEFAULT));
t('hash.ssl', fn() => openssl_digest('a', 'sha256'));
t('hash.crc', fn() => crc32('a'));
t('hash.sodium', fn() => sodium_crypto_generichash('a'));
t('encode.iconv', fn() => strlen(iconv('UTF-8', 'GB18030', '擂')) == 2);
t('encode.json', fn() => json_encode(['棋' => 1]));
t('encode.serialize', fn() => unserialize(serialize([1])));
t('encode.base64', fn() => base64_encode('a'));
t('encode.pack', fn() => pack('N', 1));
t('encode.url', fn() => parse_url('http://a/b'));
t('locale.set', fn() => setlocale(LC_ALL, 'C.UTF-8'));
t('locale.format', fn() => number_format(1.5, 2) == '1.50');
t('locale.info', fn() => localeconv()['decimal_point']);
t('system.memory', fn() => memory_get_peak_usage());
t('system.limit', fn() => ini_get('memory_limit'));
t('system.ini', fn() => php_ini_loaded_file() . php_ini_scanned_files());
t('system.version', fn() => phpversion());
t('system.pid', fn() => getmypid());
t('system.load', fn() => sys_getloadavg());
t('system.usage', fn() => getrusage());
t('system.environment', fn() => getenv('PATH'));
t('system.temporary', fn() => sys_get_temp_dir());
t('system.gc', fn() => gc_collect_cycles());
t('system.shutdown', fn() => register_shutdown_function(fn() => 0));
t('system.signal', fn() => pcntl_signal(SIGTERM, SIG_DFL));
t('file.list', fn() => scandir('.'));
t('file.read', fn() => file_get_contents(__FILE__));
t('file.null', fn() => file_put_contents('/dev/null', 'a'));
t('file.self', fn() => file_get_contents('/proc/self/status'));
t('file.cwd', fn() => getcwd());
t('file.random', fn() => fread(fopen('/dev/urandom', 'r'), 1));
t('file.memory', fn() => fopen('php://memory', 'w+'));
t('file.glob', fn() => glob('*'));
t('file.stat', fn() => stat('/'));
t('text.regex', fn() => preg_match('/\p{Han}/u', '棋') === 1);
t('text.split', fn() => explode(',', 'a,b'));
t('text.print', fn() => sprintf('%05.2f', 1.5));
t('text.scan', fn() => sscanf('1 2', '%d %d'));
t('text.gettext', fn() => gettext('a'));
t('list.sort', function () { $a = [2, 1]; return sort($a); });
t('list.heap', fn() => (new SplMinHeap())->isEmpty());
t('list.queue', fn() => new SplPriorityQueue());
t('list.fixed', fn() => new SplFixedArray(5));
t('zip.gz', fn() => gzuncompress(gzcompress('a')) == 'a');
t('xml.simple', fn() => xml_parser_create());
t('reflect.class', fn() => (new ReflectionClass('ArrayObject'))->getName());
t('fiber.start', function () { (new Fiber(fn() => Fiber::suspend()))->start(); });
