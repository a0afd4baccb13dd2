// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {DigitalRights} from "../../src/DigitalRights.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice The vectors that TypeScript is held to as well: packages/protocol/vectors/. Each voucher is
/// carried out by the contract itself, at the vector's address and chain, and its digest read from the event.
/// (The other kinds: MoneyVectors.t.sol.)
contract VectorsTest is Fixture {
    string internal constant FOLDER = "../packages/protocol/vectors/";

    function test_typedData_givesThePinnedDigests() public {
        string memory json = vm.readFile(string.concat(FOLDER, "typed-data.json"));
        signer = vm.parseJsonAddress(json, ".signer");
        uint256 count;
        for (uint256 i = 0; vm.keyExistsJson(json, _at(i, "")); ++i) {
            string memory primaryType = vm.parseJsonString(json, _at(i, ".primaryType"));
            bool machines = _same(primaryType, "BuyMachine") || _same(primaryType, "ActivateMachine");
            if (!machines && !_same(primaryType, "WithdrawDR")) continue;
            uint256 snapshot = vm.snapshotState();
            _checkVoucher(json, i);
            vm.revertToState(snapshot);
            ++count;
        }
        assertEq(count, 6);
    }

    function test_emission_givesThePinnedAmounts() public view {
        string memory json = vm.readFile(string.concat(FOLDER, "emission.json"));
        uint256 count;
        for (; vm.keyExistsJson(json, _at(count, "")); ++count) {
            uint256 elapsed = vm.parseJsonUint(json, _at(count, ".elapsed"));
            uint256 expected = vm.parseJsonUint(json, _at(count, ".emitted"));
            assertEq(emission.emittedAt(emission.startTime() + elapsed), expected, vm.toString(elapsed));
        }
        assertGt(count, 40);
    }

    function test_paidUntil_givesThePinnedTimes() public {
        string memory json = vm.readFile(string.concat(FOLDER, "paid-until.json"));
        equip(alice, 100_000e18, 1_000_000e18);
        uint256 count;
        for (; vm.keyExistsJson(json, _at(count, "")); ++count) {
            uint256 snapshot = vm.snapshotState();
            uint256 at = vm.parseJsonUint(json, _at(count, ".at"));
            uint256 previous = vm.parseJsonUint(json, _at(count, ".previous"));
            uint256 expected = vm.parseJsonUint(json, _at(count, ".paidUntil"));
            uint256[] memory ids = idsOf(1, 1);
            send(buyOf(alice, 2));
            if (previous != 0) _payUntil(ids, previous);
            vm.warp(at);
            send(activateOf(alice, ids, vm.parseJsonUint(json, _at(count, ".periods"))));
            assertEq(rights.paidUntil(ids[0]), expected, vm.toString(count));
            vm.revertToState(snapshot);
        }
        assertGt(count, 8);
    }

    /// @dev Pays so that the machine is paid until `previous`: as many periods as it takes to begin in the
    /// past.
    function _payUntil(uint256[] memory ids, uint256 previous) private {
        uint256 periods = 20;
        vm.warp(previous - periods * 30 days);
        send(activateOf(alice, ids, periods));
        assertEq(rights.paidUntil(ids[0]), previous);
    }

    function _checkVoucher(string memory json, uint256 i) private {
        vm.chainId(vm.parseJsonUint(json, _at(i, ".domain.chainId")));
        address verifier = vm.parseJsonAddress(json, _at(i, ".domain.verifyingContract"));
        address account = vm.parseJsonAddress(json, _at(i, ".message.account"));
        bytes32 digest = vm.parseJsonBytes32(json, _at(i, ".digest"));
        bytes memory signature = vm.parseJsonBytes(json, _at(i, ".signature"));
        string memory primaryType = vm.parseJsonString(json, _at(i, ".primaryType"));
        bytes32 typeHash = keccak256(bytes(vm.parseJsonString(json, _at(i, ".type"))));
        uint256 nonce = _uint(json, i, "nonce");
        vm.warp(_uint(json, i, "deadline") - 1 minutes);

        if (_same(primaryType, "WithdrawDR")) {
            _placeVault(verifier);
            assertEq(vault.WITHDRAW_DR_TYPEHASH(), typeHash);
            setNonce(verifier, account, nonce);
            vm.recordLogs();
            vm.prank(account);
            vault.withdrawDR(
                _uint(json, i, "amount"),
                _uint(json, i, "burnAmount"),
                _uint(json, i, "orderId"),
                _uint(json, i, "deadline"),
                signature
            );
            assertEq(_digestIn(verifier), digest, primaryType);
            return;
        }
        _placeRights(verifier);
        _equipAt(verifier, account);
        if (_same(primaryType, "BuyMachine")) {
            assertEq(rights.BUY_MACHINE_TYPEHASH(), typeHash);
            setNonce(verifier, account, nonce);
            vm.recordLogs();
            vm.prank(account);
            rights.buyMachine(
                _uint(json, i, "usdtAmount"),
                _uint(json, i, "DRGVAmount"),
                _uint(json, i, "DRGVPrice"),
                _uint(json, i, "machineCount"),
                _uint(json, i, "deadline"),
                signature
            );
        } else {
            assertEq(rights.ACTIVATE_MACHINE_TYPEHASH(), typeHash);
            _giveMachines(account);
            setNonce(verifier, account, nonce);
            vm.recordLogs();
            vm.prank(account);
            rights.activateMachine(
                vm.parseJsonUintArray(json, _at(i, ".message.machineIDs")),
                _uint(json, i, "DRGVAmount"),
                _uint(json, i, "DRGVPrice"),
                _uint(json, i, "Period"),
                _uint(json, i, "deadline"),
                signature
            );
        }
        assertEq(_digestIn(verifier), digest, primaryType);
    }

    /// @dev Purchase 1: three machines of `account`.
    function _giveMachines(address account) private {
        vm.prank(address(timelock));
        rights.setSigner(vm.addr(SIGNER_KEY));
        send(buyOf(account, 3));
        vm.prank(address(timelock));
        rights.setSigner(signer);
    }

    function _equipAt(address spender, address account) private {
        usdt.transfer(account, 100_000e18);
        drgv.transfer(account, 100_000e18);
        vm.startPrank(account);
        usdt.approve(spender, type(uint256).max);
        drgv.approve(spender, type(uint256).max);
        vm.stopPrank();
    }

    function _placeRights(address at) private {
        IDigitalRights.Parts memory wired = parts();
        wired.nodeVault = newVault(setupOf(2, at), defaultCaps());
        bytes memory args = abi.encode(timelock, pauser, signer, address(0), wired);
        deployCodeTo("DigitalRights.sol:DigitalRights", args, at);
        rights = DigitalRights(at);
    }

    function _placeVault(address at) private {
        bytes memory args =
            abi.encode(timelock, pauser, signer, address(0), setupOf(0, address(0)), defaultCaps(), usdtCaps());
        deployCodeTo("WithdrawalVault.sol:WithdrawalVault", args, at);
        vault = WithdrawalVault(at);
        dr.transfer(at, 100_000e18);
    }

    function _digestIn(address emitter) private returns (bytes32) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != emitter) continue;
            if (emitter != address(vault)) return logs[i].topics[2];
            (,,, bytes32 digest) = abi.decode(logs[i].data, (uint256, uint256, uint256, bytes32));
            return digest;
        }
        revert("no event");
    }

    function _uint(string memory json, uint256 i, string memory field) private pure returns (uint256) {
        return vm.parseJsonUint(json, _at(i, string.concat(".message.", field)));
    }

    function _at(uint256 i, string memory path) private pure returns (string memory) {
        return string.concat(".vectors[", vm.toString(i), "]", path);
    }

    function _same(string memory a, string memory b) private pure returns (bool) {
        return keccak256(bytes(a)) == keccak256(bytes(b));
    }
}
