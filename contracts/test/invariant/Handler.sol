// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {EventCounts} from "../support/EventCounts.sol";
import {Fixture} from "../support/Fixture.sol";
import {RightsVouchers} from "./RightsVouchers.sol";

/// @notice The world of the invariants: users, traders, keepers and strangers doing valid things in any
/// order, and a plain record of what they did. Deploys the whole product itself. No call of it may revert,
/// and none may move the tokens of another.
contract Handler is RightsVouchers, EventCounts {
    uint256 internal constant ACTORS = 4;
    /// @dev The oracle's longest short window: prices older than this cannot count any more.
    uint256 internal constant LOOKBACK = 45 minutes;

    struct Payment {
        uint256 at;
        uint256 amount;
        address account;
    }

    address[ACTORS] public actors;
    uint256[ACTORS] internal actorKeys;
    Voucher[] internal sent; // and accepted
    Payment[] internal payments;
    uint256[] internal machines;
    mapping(uint256 machineID => address) public ownerOfRecord;
    mapping(uint256 machineID => uint256) public paidUntilOfRecord;
    mapping(address account => uint256) public paidOfRecord;
    mapping(address account => uint256) public vouchersOfRecord;
    mapping(address account => address) public referrerOfRecord;
    mapping(address account => bool) public boughtOfRecord;
    uint256[] internal priceTimes;
    uint256[] internal priceValues;

    uint256 public drBurned;
    uint256 public drgvBurned;
    uint256 public usdtSpent;
    uint256 public usdrSpent;
    uint256 public usdtToNode;
    uint256 public usdtFromNode;
    mapping(address account => uint256) public depositedOfRecord;
    uint256 public releasedToVault;
    uint256 public donatedToVault;
    uint256 public drSupplyLow = type(uint256).max;
    uint256 public drgvSupplyLow = type(uint256).max;
    bool public capExceeded;
    bool public supplyRose;
    bool public foreignRenewed;

    /// @dev Every action starts some seconds after the last one, with a keeper at work, and ends with a look
    /// at the supply, and at what the actors hold: `caller` is the one whose tokens may have moved.
    modifier step(uint256 gap, address caller) {
        letPass(gap % 2 hours + 1);
        vm.recordLogs();
        _;
        _countLogs();
        for (uint256 i = 0; i < ACTORS; ++i) {
            _assertHoldings(actors[i], caller);
        }
        if (dr.totalSupply() > drSupplyLow || drgv.totalSupply() > drgvSupplyLow) supplyRose = true;
        (drSupplyLow, drgvSupplyLow) = (dr.totalSupply(), drgv.totalSupply());
    }

    constructor() {
        Fixture.setUp();
        for (uint256 i = 0; i < ACTORS; ++i) {
            (actors[i], actorKeys[i]) = makeAddrAndKey(vm.toString(i));
            equip(actors[i], 1_000_000e18, 1_000_000e18);
            equipForPower(actors[i], 100_000e18, 100_000e18);
            _noteHoldings(actors[i]);
        }
        _note();
        letPass(31 hours);
    }

    function buy(uint256 gap, uint256 who, uint256 count) external step(gap, actors[who % ACTORS]) {
        Buy memory v = buyOf(actors[who % ACTORS], count % 15 + 1);
        v.drgvPrice = rights.priceOf(address(drgv));
        (uint256 usdtBefore, uint256 drgvBefore) = (usdt.balanceOf(v.account), drgv.balanceOf(v.account));
        if (usdtBefore < v.usdtAmount || drgvBefore < v.drgvAmount) return;
        send(v);
        _noteBought(v);
    }

    function activate(uint256 gap, uint256 who, uint256 seed, uint256 period) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        uint256[] memory ids = _someOf(account, seed);
        if (ids.length == 0) return;
        Activate memory v = activateOf(account, ids, period % 4 + 1);
        v.drgvPrice = oracle.price(address(drgv));
        if (drgv.balanceOf(account) < v.drgvAmount) return;
        _notePaid(ids, v.period);
        send(v);
        drgvBurned += v.drgvAmount;
        _noteSent(_voucherOf(v));
    }

    /// @dev Often while vouchers are paused, and of machines that were never activated.
    function renew(uint256 gap, uint256 who, uint256 seed, uint256 periods) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        uint256[] memory ids = _someOf(account, seed);
        if (ids.length == 0) return;
        periods = periods % 4 + 1;
        uint256 fee = ids.length * periods * 6e18;
        if (drgv.balanceOf(account) < fee) return;
        _notePaid(ids, periods);
        bool pausing = seed % 3 == 0 && rights.pausableFrom() <= block.timestamp;
        if (pausing) {
            vm.prank(pauser);
            rights.pause();
        }
        vm.prank(account);
        rights.renew(ids, periods);
        if (pausing) {
            vm.prank(pauser);
            rights.unpause();
        }
        drgvBurned += fee;
    }

    /// @dev For the machines of all others at once: none of it may pass.
    function renewForeign(uint256 gap, uint256 who, uint256 seed) external step(gap, NONE) {
        address account = actors[who % ACTORS];
        uint256[] memory ids = _someOf(actors[(who % ACTORS + 1 + seed % (ACTORS - 1)) % ACTORS], 0);
        if (ids.length == 0) return;
        vm.prank(account);
        (bool ok,) = address(rights).call(abi.encodeCall(rights.renew, (ids, 1)));
        if (ok) foreignRenewed = true;
    }

    function withdraw(uint256 gap, uint256 who, uint256 amount) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        (uint256 used, uint256 limit) = vault.vaultDaily(address(dr));
        (uint256 accountUsed, uint256 accountLimit) = vault.accountDaily(account, address(dr));
        uint256 maximum = limit > used ? limit - used : 0;
        uint256 accountLeft = accountLimit > accountUsed ? accountLimit - accountUsed : 0;
        if (accountLeft < maximum) maximum = accountLeft;
        if (dr.balanceOf(address(vault)) < maximum) maximum = dr.balanceOf(address(vault));
        if (maximum == 0) return;
        amount = amount % 3 == 0 ? maximum : bound(amount, 1, maximum); // often all that is allowed
        Withdraw memory v = withdrawOf(account, amount);
        v.orderId += amount % 1000;
        send(v);
        payments.push(Payment(block.timestamp, amount, account));
        paidOfRecord[account] += amount;
        drBurned += v.burnAmount;
        if (paidSince(24 hours, address(0)) > limit) capExceeded = true;
        if (paidSince(24 hours, account) > accountLimit) capExceeded = true;
    }

    function buyPower(uint256 gap, uint256 who, uint256 amount) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        (address referrer, bool bought) = rights.referrerOf(account);
        // the first of all users has no referrer, and gets none later
        if (!bought) referrer = amount % 3 == 0 ? address(0) : actors[(who % ACTORS + 1) % ACTORS];
        Power memory v = powerOf(account, bound(amount, 10e18, 10_000e18), referrer);
        v.usdrAmount = rights.usdrFor(v.drAmount);
        if (dr.balanceOf(account) < v.drAmount || usdr.balanceOf(account) < v.usdrAmount) return;
        if (bought) {
            Power memory wrong = v;
            wrong.referrer = actors[(who % ACTORS + 1 + amount % 2) % ACTORS];
            if (wrong.referrer != referrer) {
                Voucher memory one = _voucherOf(wrong, true);
                _assertRefused(one, sign(_digestOf(one)), account, false, "another referrer than the first");
            }
            v.referrer = referrer; // the two share their memory
        }
        bought ? sendAgain(v) : send(v);
        drBurned += v.drAmount;
        usdrSpent += v.usdrAmount;
        (referrerOfRecord[account], boughtOfRecord[account]) = (referrer, true);
        _noteSent(_voucherOf(v, bought));
    }

    function depositUsdt(uint256 gap, uint256 who, uint256 amount) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        amount = bound(amount, 1e18, 50_000e18);
        if (usdt.balanceOf(account) < amount) return;
        vm.prank(account);
        rights.deposit(address(usdt), amount, who, 1);
        usdtToNode += amount;
        depositedOfRecord[account] += amount;
    }

    /// @dev The pools, a package's budget, or the node vault, which may hold too little.
    function fund(uint256 gap, uint256 kind, uint256 amount) external step(gap, NONE) {
        amount = bound(amount, 1e18, 10_000e18);
        usdt.approve(address(funding), amount);
        if (kind % 3 == 0) funding.fundPools(address(usdt), amount, "invariant");
        else if (kind % 3 == 1) funding.fundBudget(6, address(usdt), amount, "invariant");
        else funding.recapitalise(2, address(usdt), amount, "invariant");
        usdtToNode += kind % 3 == 0 ? amount / 5 : amount;
    }

    function withdrawUsdt(uint256 gap, uint256 who, uint256 amount) external step(gap, actors[who % ACTORS]) {
        address account = actors[who % ACTORS];
        (uint256 used, uint256 limit) = nodeVault.vaultDaily(address(usdt));
        (uint256 accountUsed, uint256 accountLimit) = nodeVault.accountDaily(account, address(usdt));
        uint256 maximum = limit > used ? limit - used : 0;
        uint256 accountLeft = accountLimit > accountUsed ? accountLimit - accountUsed : 0;
        if (accountLeft < maximum) maximum = accountLeft;
        if (usdt.balanceOf(address(nodeVault)) < maximum) maximum = usdt.balanceOf(address(nodeVault));
        if (maximum == 0) return;
        Withdraw memory v = withdrawUsdtOf(nodeVault, account, bound(amount, 1, maximum));
        if (dr.balanceOf(account) < v.burnAmount) return;
        vm.prank(account);
        dr.approve(address(nodeVault), APPROVAL);
        uint256 before = dr.balanceOf(account);
        sendUsdt(nodeVault, v);
        drBurned += before - dr.balanceOf(account);
        usdtFromNode += v.amount;
    }

    function release(uint256 gap) external step(gap, NONE) {
        releasedToVault += emission.release();
    }

    function donate(uint256 gap, uint256 amount) external step(gap, NONE) {
        amount = bound(amount, 1, 10_000e18);
        dr.transfer(address(vault), amount);
        donatedToVault += amount;
    }

    /// @dev Mostly DRGV; DR has a price of its own, which moves as well.
    function trade(uint256 gap, uint256 amount, bool buying) external step(gap, NONE) {
        address token = amount % 4 == 0 ? address(dr) : address(drgv);
        amount = bound(amount, 1e18, 20_000e18);
        swap(buying ? address(usdt) : token, buying ? token : address(usdt), amount);
        _note();
    }

    function wait_(uint256 days_) external step(0, NONE) {
        skip(days_ % 40 days); // the keeper sleeps, too
        letPass(31 hours); // until both averages are there again
    }

    function burnByHolder(uint256 gap, uint256 amount) external step(gap, NONE) {
        amount = bound(amount, 0, 1_000e18);
        dr.burn(amount);
        drBurned += amount;
    }

    /// @dev Base units paid within the last `duration` seconds, to `account` or (zero) to all.
    function paidSince(uint256 duration, address account) public view returns (uint256 sum) {
        for (uint256 i = payments.length; i > 0; --i) {
            Payment memory payment = payments[i - 1];
            if (payment.at + duration <= block.timestamp) break;
            if (account == address(0) || payment.account == account) sum += payment.amount;
        }
    }

    /// @dev Lowest and highest spot price of DRGV in force within the oracle's reach.
    function priceRange() external view returns (uint256 low, uint256 high) {
        low = type(uint256).max;
        for (uint256 i = priceTimes.length; i > 0; --i) {
            if (priceValues[i - 1] < low) low = priceValues[i - 1];
            if (priceValues[i - 1] > high) high = priceValues[i - 1];
            if (priceTimes[i - 1] + LOOKBACK <= block.timestamp) break; // in force when the window began
        }
    }

    function machinesOfRecord() external view returns (uint256[] memory) {
        return machines;
    }

    function world()
        external
        view
        returns (address dr_, address drgv_, address usdt_, address vault_, address rights_, address emission_)
    {
        return (address(dr), address(drgv), address(usdt), address(vault), address(rights), address(emission));
    }

    function fundingOfRecord() external view returns (address) {
        return address(funding);
    }

    function oracleOfRecord() external view returns (address, address, address, address) {
        return (address(oracle), address(usdr), treasury, address(nodeVault));
    }

    function _note() private {
        priceTimes.push(block.timestamp);
        priceValues.push(oracle.spotPrice(address(drgv)));
    }

    /// @dev To be called right after a voucher was accepted: at once it is good no more.
    function _noteSent(Voucher memory one) internal {
        address account = _accountOf(one);
        sent.push(one);
        ++vouchersOfRecord[account];
        _assertRefused(one, sign(_digestOf(one)), account, false, "a voucher passed twice");
    }

    /// @dev To be called right after the purchase.
    function _noteBought(Buy memory v) internal {
        usdtSpent += v.usdtAmount;
        drgvBurned += v.drgvAmount;
        for (uint256 i = 0; i < v.machineCount; ++i) {
            uint256 id = (rights.purchaseCount() << 7) | i;
            machines.push(id);
            ownerOfRecord[id] = v.account;
        }
        _noteSent(_voucherOf(v));
    }

    function _notePaid(uint256[] memory ids, uint256 periods) internal {
        for (uint256 i = 0; i < ids.length; ++i) {
            uint256 from = (block.timestamp + 1 hours - 1) / 1 hours * 1 hours;
            if (paidUntilOfRecord[ids[i]] > from) from = paidUntilOfRecord[ids[i]];
            paidUntilOfRecord[ids[i]] = from + periods * 30 days;
        }
    }

    /// @dev Ascending ids of the account's machines: all of them, or about half; at most 100.
    function _someOf(address account, uint256 seed) internal view returns (uint256[] memory ids) {
        uint256[] memory all = new uint256[](100);
        uint256 length;
        for (uint256 i = 0; i < machines.length && length < 100; ++i) {
            if (ownerOfRecord[machines[i]] != account) continue;
            if (seed % 2 == 0 || uint256(keccak256(abi.encode(seed, i))) % 2 == 0) all[length++] = machines[i];
        }
        ids = all;
        assembly ("memory-safe") {
            mstore(ids, length)
        }
    }
}
