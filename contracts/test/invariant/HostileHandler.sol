// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";

import {DigitalRights} from "../../src/DigitalRights.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {Handler} from "./Handler.sol";

/// @notice The same world with permits and calls of several at once, and with hostile users in it: they send
/// forged vouchers, those that were used before, and the vouchers and permits of others.
contract HostileHandler is Handler {
    uint256 internal constant FORGERIES = 12;
    /// @dev secp256k1's order: s and n - s sign the same.
    uint256 internal constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    /// @dev A voucher that was accepted once is never accepted again, from any account, alone or in a multicall.
    function replay(uint256 gap, uint256 seed, uint256 who) external step(gap % 20 minutes, NONE) {
        if (sent.length == 0) return;
        Voucher memory one = sent[seed % 2 == 0 ? sent.length - 1 : seed / 2 % sent.length];
        address caller = who % 3 == 0 ? actors[who / 3 % ACTORS] : _accountOf(one);
        _assertRefused(one, sign(_digestOf(one)), caller, seed % 5 == 0, "replayed");
    }

    /// @dev Good but for one thing: the key, the account that sends it, a field, the chain, the contract, the
    /// nonce, the call, the signature's form or the deadline.
    function forge(uint256 gap, uint256 call, uint256 kind, uint256 who, uint256 seed) external step(gap, NONE) {
        address account = actors[who % ACTORS];
        address caller = account;
        Voucher memory one = _fresh(call, account, seed);
        bytes memory signature = sign(_digestOf(one));
        kind = kind % FORGERIES;
        if (kind == 0) signature = signWith(seed % 2 == 0 ? 0xBAD : actorKeys[who % ACTORS], _digestOf(one));
        else if (kind == 1) caller = actors[(who % ACTORS + 1 + seed % (ACTORS - 1)) % ACTORS];
        else if (kind == 2) _changeAmount(one);
        else if (kind == 3) _changeOther(one);
        else if (kind == 4) signature = _signedForAnotherChain(one);
        else if (kind == 5) signature = _signedForAnotherContract(one, seed);
        else if (kind == 6) signature = _signedForALaterNonce(one, seed % 3 + 1);
        else if (kind == 7) signature = _signedForAnotherCall(one, account);
        else if (kind == 8) signature = _mirrored(signature);
        else if (kind == 9) signature = seed % 2 == 0 ? bytes("") : abi.encodePacked(signature, uint8(0));
        else signature = _signedWithDeadline(one, kind == 10 ? block.timestamp - 1 : block.timestamp + 1 hours + 1);
        _assertRefused(one, signature, caller, seed % 4 == 0, "forged");
    }

    /// @dev Its own permit: less or more than was allowed before, and then what the app approves again.
    function selfPermit(uint256 gap, uint256 who, uint256 token, uint256 value)
        external
        step(gap, actors[who % ACTORS])
    {
        address account = actors[who % ACTORS];
        address permitted = _permittedToken(token);
        bytes memory data = _selfPermitOf(permitted, who % ACTORS, value);
        vm.prank(account);
        (bool ok,) = address(rights).call(data);
        assertTrue(ok, "permitted");
        assertEq(IERC20(permitted).allowance(account, address(rights)), value, "allowed");
        vm.prank(account);
        IERC20(permitted).approve(address(rights), APPROVAL);
    }

    /// @dev Another account's permit allows nothing: it is refused, or passed over where the caller has
    /// allowed as much itself.
    function selfPermitOfAnother(uint256 gap, uint256 who, uint256 token, uint256 value) external step(gap, NONE) {
        address caller = actors[who % ACTORS];
        address permitted = _permittedToken(token);
        uint256 own = IERC20(permitted).allowance(caller, address(rights));
        if (value % 3 == 0) value = bound(value, 0, own);
        bytes memory data = _selfPermitOf(permitted, (who % ACTORS + 1) % ACTORS, value);
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(rights).call(data);
        assertEq(ok, value <= own, "permitted for another");
        if (ok) return;
        assertEq(answer, abi.encodeWithSelector(IDigitalRights.PermitFailed.selector, permitted, value));
    }

    /// @dev Permits exactly what it takes, buys, pays for a machine and deposits, all in one transaction; the
    /// same calls sent by another account leave all as it is.
    function multicall(uint256 gap, uint256 who, uint256 count, uint256 amount)
        external
        step(gap, actors[who % ACTORS])
    {
        Buy memory v = buyOf(actors[who % ACTORS], count % 15 + 1);
        v.drgvPrice = rights.priceOf(address(drgv));
        amount = bound(amount, 1e18, 1_000e18);
        if (drgv.balanceOf(v.account) < v.drgvAmount + 6e18) return;
        if (usdt.balanceOf(v.account) < v.usdtAmount + amount) return;
        uint256[] memory ids = idsOf(rights.purchaseCount() + 1, 1);
        bytes[] memory calls = new bytes[](4);
        calls[0] = _selfPermitOf(address(drgv), who % ACTORS, v.drgvAmount + 6e18);
        calls[1] = _dataOf(_voucherOf(v), sign(digestOf(v)));
        calls[2] = abi.encodeCall(rights.renew, (ids, 1));
        calls[3] = abi.encodeCall(rights.deposit, (address(usdt), amount, who, 1));

        vm.prank(actors[(who % ACTORS + 1) % ACTORS]);
        (bool ok,) = address(rights).call(abi.encodeCall(rights.multicall, (calls)));
        assertFalse(ok, "called for another");
        vm.prank(v.account);
        rights.multicall(calls);

        assertEq(drgv.allowance(v.account, address(rights)), 0, "took all that was permitted");
        vm.prank(v.account);
        drgv.approve(address(rights), APPROVAL);
        _noteBought(v);
        _notePaid(ids, 1);
        drgvBurned += 6e18;
        usdtToNode += amount;
        depositedOfRecord[v.account] += amount;
    }

    /// @dev A voucher that would pass, but that its account may not own the machine, or have the tokens.
    function _fresh(uint256 call, address account, uint256 seed) private view returns (Voucher memory one) {
        call = call % 3;
        if (call == 0) {
            Buy memory v = buyOf(account, seed % 15 + 1);
            v.drgvPrice = rights.priceOf(address(drgv));
            return _voucherOf(v);
        }
        if (call == 1) {
            uint256[] memory ids = _someOf(account, seed);
            Activate memory v = activateOf(account, ids.length == 0 ? idsOf(1, 1) : ids, seed % 4 + 1);
            v.drgvPrice = oracle.price(address(drgv));
            return _voucherOf(v);
        }
        (address referrer, bool bought) = rights.referrerOf(account);
        if (!bought) referrer = treasury;
        Power memory v = powerOf(account, bound(seed, 10e18, 10_000e18), referrer);
        v.usdrAmount = rights.usdrFor(v.drAmount);
        return _voucherOf(v, bought);
    }

    /// @dev Changes the amount paid, or the price, by one base unit.
    function _changeAmount(Voucher memory one) private pure {
        if (one.call == Call.Buy) one.buy.usdtAmount -= 1;
        else if (one.call == Call.Activate) one.activate.drgvPrice += 1;
        else one.power.usdrAmount -= 1;
    }

    /// @dev The price, a machine, the referrer or the amount of DR.
    function _changeOther(Voucher memory one) private pure {
        if (one.call == Call.Buy) one.buy.drgvPrice -= 1;
        else if (one.call == Call.Activate) one.activate.machineIDs[one.activate.machineIDs.length - 1] += 1;
        else if (one.call == Call.Power) one.power.referrer = address(uint160(one.power.referrer) + 1);
        else one.power.drAmount += 1;
    }

    function _signedForAnotherChain(Voucher memory one) private returns (bytes memory signature) {
        uint256 chain = block.chainid;
        vm.chainId(chain == 56 ? 97 : 56);
        signature = sign(_digestOf(one));
        vm.chainId(chain);
    }

    /// @dev Another deployment of DigitalRights, or the vault.
    function _signedForAnotherContract(Voucher memory one, uint256 seed) private returns (bytes memory signature) {
        DigitalRights own = rights;
        rights = DigitalRights(seed % 2 == 0 ? address(vault) : address(uint160(seed)));
        signature = sign(_digestOf(one));
        rights = own;
    }

    /// @dev Signed with the nonce that comes later, which no argument carries.
    function _signedForALaterNonce(Voucher memory one, uint256 ahead) private view returns (bytes memory) {
        one.buy.nonce += ahead;
        one.activate.nonce += ahead;
        one.power.nonce += ahead;
        return sign(_digestOf(one));
    }

    /// @dev Of POD power as of the other of its two calls, which has the same fields; of machines as of an
    /// activation, and the other way round.
    function _signedForAnotherCall(Voucher memory one, address account) private view returns (bytes memory) {
        if (one.call == Call.Buy) return sign(digestOf(activateOf(account, idsOf(1, 1), 1)));
        if (one.call == Call.Activate) return sign(digestOf(buyOf(account, 1)));
        return sign(digestOf(one.power, one.call == Call.Power));
    }

    function _signedWithDeadline(Voucher memory one, uint256 deadline) private view returns (bytes memory) {
        (one.buy.deadline, one.activate.deadline, one.power.deadline) = (deadline, deadline, deadline);
        return sign(_digestOf(one));
    }

    /// @dev The other signature that the same key has for the same digest: s in the upper half.
    function _mirrored(bytes memory signature) private pure returns (bytes memory) {
        (bytes32 r, uint256 s, uint8 v) = (bytes32(0), 0, uint8(signature[64]));
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
        }
        return abi.encodePacked(r, CURVE_ORDER - s, v == 27 ? uint8(28) : uint8(27));
    }

    /// @dev USDT has no permit.
    function _permittedToken(uint256 token) private view returns (address) {
        return [address(drgv), address(dr), address(usdr)][token % 3];
    }

    /// @dev The call with a permit of `actors[owner]` for DigitalRights, good for an hour.
    function _selfPermitOf(address token, uint256 owner, uint256 value) private view returns (bytes memory) {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        uint256 deadline = block.timestamp + 1 hours;
        uint256 nonce = IERC20Permit(token).nonces(actors[owner]);
        bytes32 structHash = keccak256(abi.encode(typeHash, actors[owner], address(rights), value, nonce, deadline));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            actorKeys[owner], keccak256(abi.encodePacked(hex"1901", IERC20Permit(token).DOMAIN_SEPARATOR(), structHash))
        );
        return abi.encodeCall(rights.selfPermit, (token, value, deadline, v, r, s));
    }
}
