#!/usr/bin/env ruby
# Library calls that a player may make; each says on a line of its own whether it worked.
$stdout.sync = true
def t(name)
  raise 'false' if (yield) == false
  puts "#{name} ok"
rescue Exception => e
  puts "#{name} FAILED #{e.class} #{e.message[0, 80].tr("\n", ' ')}"
end

# The standard library, as far as it is installed without a compiler's headers.
%w[abbrev base64 benchmark bigdecimal cgi coverage csv date delegate did_you_mean digest digest/md5 digest/sha2 drb English erb etc
   fcntl fiddle fileutils find forwardable getoptlong io/console io/nonblock io/wait ipaddr json logger matrix minitest monitor
   mutex_m net/http net/protocol nkf objspace observer open3 open-uri openssl optparse ostruct pathname pp prettyprint prime pstore
   psych pty racc rbconfig readline resolv ripper rubygems securerandom set shellwords singleton socket stringio strscan syslog
   tempfile time timeout tmpdir tsort un uri weakref yaml zlib].each { |name| t("import.#{name}") { [require(name)] } }

t('user.pwd') { Etc.getpwuid.name }
t('user.grp') { Etc.getgrgid(Process.gid).name }
t('user.login') { Etc.getlogin.to_s }
t('user.home') { Dir.home }
t('user.expand') { File.expand_path('~') }
t('host.name') { Socket.gethostname }
t('host.localhost') { Addrinfo.getaddrinfo('localhost', nil, nil, :STREAM).first.ip_address }
t('host.own') { IPSocket.getaddress(Socket.gethostname) }
t('host.uname') { Etc.uname[:nodename] }
t('zone.local') { Time.now.zone }
t('zone.shanghai') { ENV['TZ'] = 'Asia/Shanghai'; Time.now.utc_offset == 28800 }
t('time.clock') { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
t('time.cpu') { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
t('time.strftime') { Time.now.strftime('%c') }
t('time.parse') { Time.parse('2020-01-02') }
t('time.sleep') { sleep 0.001 }
t('time.timeout') { Timeout.timeout(1) { 1 } }
t('random.rand') { Random.rand }
t('random.seed') { Random.new_seed }
t('random.urandom') { Random.urandom(8) }
t('random.hex') { SecureRandom.hex }
t('random.uuid') { SecureRandom.uuid }
t('random.shuffle') { [1, 2].shuffle }
t('hash.sha') { Digest::SHA256.hexdigest('a') }
t('hash.openssl') { OpenSSL::Digest.hexdigest('SHA3-256', 'a') }
t('encode.gb18030') { '擂'.encode('GB18030').bytes.size == 2 }
t('encode.default') { Encoding.default_external.name == 'UTF-8' }
t('encode.normal') { 'é'.unicode_normalize(:nfd).size == 2 }
t('thread.new') { Thread.new { 1 }.value == 1 }
t('thread.many') { Array.new(10) { Thread.new {} }.each(&:join) }
t('thread.queue') { q = Queue.new; q << 1; q.pop }
t('thread.fiber') { Fiber.new { 1 }.resume == 1 }
t('thread.ractor') { Ractor.new { 1 }.take == 1 }
t('thread.mutex') { Mutex.new.synchronize { 1 } }
t('signal.trap') { trap('TERM') { exit } }
t('process.pid') { Process.pid }
t('process.limit') { Process.getrlimit(:NOFILE) }
t('process.times') { Process.times }
t('process.cpus') { Etc.nprocessors }
t('process.at_exit') { at_exit {} }
t('gc.start') { GC.start }
t('gc.stat') { GC.stat[:count] }
t('file.list') { Dir.children('.') }
t('file.read') { File.read(__FILE__) }
t('file.null') { File.write('/dev/null', 'a') }
t('file.random') { File.open('/dev/urandom') { |f| f.read(1) } }
t('file.self') { File.read('/proc/self/status') }
t('file.pipe') { IO.pipe }
t('file.select') { IO.select([], [], [], 0).nil? }
t('file.temporary') { Dir.tmpdir }
t('yaml.load') { YAML.load('[1]') == [1] }
t('zlib.deflate') { Zlib.inflate(Zlib.deflate('a')) == 'a' }
t('math.prime') { 7.prime? }
t('native.call') { Fiddle::Function.new(Fiddle.dlopen(nil)['getpid'], [], Fiddle::TYPE_INT).call > 0 }
