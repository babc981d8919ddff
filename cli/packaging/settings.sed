# Makes the settings of the packages from config.example.toml: what must be other than its default where the system starts it.
1i\
# After a change: sudo systemctl restart inkfold
s|^#data_dir = .*|data_dir = "/var/lib/inkfold"|
s|^#listen = .*|listen = "0.0.0.0:80"|
s|^#public_url = .*|public_url = "http://inkfold.local"|
